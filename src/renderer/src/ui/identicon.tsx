/** A small picture that is the same for the same address, to tell two addresses apart at a glance. */
export function Identicon({ address, size = 16 }: { address: string; size?: number }) {
  let hash = 2166136261
  for (const char of address.toLowerCase()) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0
  const hue = hash % 360
  const squares: string[] = []
  for (let x = 0; x < 3; x++) {
    for (let y = 0; y < 5; y++) {
      if ((hash >>> (x * 5 + y + 6)) & 1) {
        squares.push(`M${x} ${y}h1v1h-1z`)
        if (x < 2) squares.push(`M${4 - x} ${y}h1v1h-1z`)
      }
    }
  }
  return (
    <svg width={size} height={size} viewBox="0 0 5 5" aria-hidden="true" focusable="false">
      <rect width="5" height="5" rx="0.6" fill={`hsl(${hue} 30% 88%)`} />
      <path d={squares.join('')} fill={`hsl(${hue} 45% 42%)`} />
    </svg>
  )
}
