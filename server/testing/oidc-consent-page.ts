import { escapeHtml } from '#domain/escape-html.ts'

/** The page on which a person says who they are, and allows or refuses access. */
export function consentPage(email = ''): string {
  const title = 'Karta would like to know who you are'
  const style =
    'body{font:1.1rem system-ui;max-width:24rem;margin:4rem auto;padding:0 1rem}label{display:block;margin:1rem 0}input:not([type=checkbox]){display:block;width:100%;font:inherit;padding:.4rem}button{font:inherit;padding:.5rem 1.5rem;margin-right:1rem}'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style>
<h1>${title}</h1>
<form method="post">
<label>Email <input name="email" type="email" value="${escapeHtml(email)}"></label>
<label>Name <input name="name"></label>
<label><input type="checkbox" name="verified" checked> The email is verified</label>
<button name="decision" value="allow">Allow</button> <button name="decision" value="refuse" formnovalidate>Refuse</button>
</form></html>`
}
