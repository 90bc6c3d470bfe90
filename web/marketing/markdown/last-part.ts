/** `https://karta.example/blog/nearest-stop-first` → `nearest-stop-first` */
export function lastPart(url: URL): string {
  return url.pathname.split('/').findLast(Boolean) ?? ''
}
