import { useMemo } from 'react'
import { encode } from 'uqr'

/** ISO 18004 asks for four light modules around a code; without them some cameras do not find it. */
const quietZone = 4

/** A QR code of a text, dark on white in both schemes since cameras read no other. @param label what it leads to, for those who cannot scan it */
export function QrCode({ text, label, size = 148 }: { text: string; label: string; size?: number }) {
  const { path, side } = useMemo(() => drawn(text), [text])
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ flex: 'none', borderRadius: 6 }}
    >
      <path d={`M0 0h${side}v${side}H0z`} fill="#ffffff" />
      <path d={path} fill="#101214" />
    </svg>
  )
}

function drawn(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return { path, side: size }
}
