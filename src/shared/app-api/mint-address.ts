/** The window's reference to the media of a mint, which the core resolves: `mint:<key>`, `mint:<key>/animation`. */
export function mintAddress(key: number, role: 'image' | 'animation' = 'image'): string {
  return role === 'image' ? `mint:${key}` : `mint:${key}/animation`
}

/** Parses such a reference; undefined for any other text. */
export function readMintAddress(text: string): { key: string; role: 'image' | 'animation' } | undefined {
  const [, key, animation] = /^mint:(\d{1,15})(\/animation)?$/.exec(text) ?? []
  if (key === undefined) return undefined
  return { key, role: animation === undefined ? 'image' : 'animation' }
}
