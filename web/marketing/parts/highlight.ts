export type TokenKind = 'comment' | 'string' | 'number' | 'word' | 'plain'
type Token = { kind: TokenKind; text: string }

const words =
  'await|case|const|curl|def|do|done|echo|else|except|exit|export|fi|for|from|function|if|import|in|let|new|printf|return|set|then|try|with|true|false|null|None|True|False'

// Comments come first so that their apostrophes don't open strings. Strings come before the rest so that nothing
// matches
// inside them.
const pattern = new RegExp(
  [
    String.raw`(?<comment>(?<![^\s])(?:#|//)[^\n]*)`,
    String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'[^']*'|` + '`[^`]*`)',
    // A URL stays in one token, because the server later replaces the address placeholder in prerendered pages.
    String.raw`(?<plain>\bhttps?://[^\s"']+)`,
    String.raw`(?<number>(?<![\w.-])-?\d+(?:\.\d+)?\b)`,
    String.raw`(?<word>(?<![\w.-])(?:${words})(?![\w-]))`,
  ].join('|'),
  'g',
)

/** Splits shell, JavaScript, Python or JSON code into tokens for coloring. Joined, they are the code again. */
export function highlight(code: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (const match of code.matchAll(pattern)) {
    if (match.index > at) tokens.push({ kind: 'plain', text: code.slice(at, match.index) })
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!
    tokens.push({ kind: kind as TokenKind, text: match[0] })
    at = match.index + match[0].length
  }
  if (at < code.length) tokens.push({ kind: 'plain', text: code.slice(at) })
  return tokens
}
