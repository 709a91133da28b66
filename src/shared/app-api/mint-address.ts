/** How the window names what an NFT of ours shows, whose media the core finds: `mint:<key>`, `mint:<key>/animation`. */
export function mintAddress(key: number, role: 'image' | 'animation' = 'image'): string {
  return role === 'image' ? `mint:${key}` : `mint:${key}/animation`
}

/** What such an address names; undefined for any other text. */
export function readMintAddress(text: string): { key: string; role: 'image' | 'animation' } | undefined {
  const [, key, animation] = /^mint:(\d{1,15})(\/animation)?$/.exec(text) ?? []
  if (key === undefined) return undefined
  return { key, role: animation === undefined ? 'image' : 'animation' }
}
