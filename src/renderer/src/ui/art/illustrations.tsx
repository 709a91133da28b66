/** Line illustrations for empty pages and for the first steps. */
import { accent, Drawing, Framed, HandStamp, paper, tint } from './drawing.tsx'

/** Pictures in a row; the first is stamped. */
export function RunsArt() {
  return (
    <Drawing>
      <path d="M6 74h108" />
      <Framed x={8} y={40} done />
      <Framed x={46} y={40} />
      <rect x="84" y="40" width="32" height="32" rx="3" strokeDasharray="3 4" />
      <HandStamp x={62} y={36} />
    </Drawing>
  )
}

/** Framed pictures, one behind the other. */
export function CollectionsArt() {
  return (
    <Drawing>
      <rect x="18" y="18" width="44" height="44" rx="3" fill={paper} transform="rotate(-9 40 40)" />
      <rect x="58" y="18" width="44" height="44" rx="3" fill={paper} transform="rotate(9 80 40)" />
      <rect x="36" y="18" width="48" height="48" rx="3" fill={paper} stroke={accent} />
      <rect x="42" y="24" width="36" height="36" rx="1" fill={tint} stroke="none" />
      <path d="M43 55l11-13 8 8 6-6 9 11" stroke={accent} />
      <circle cx="68" cy="34" r="4" stroke={accent} />
    </Drawing>
  )
}

/** A picture that looks out of a wallet. */
export function WalletsArt() {
  return (
    <Drawing>
      <Framed x={44} y={8} done />
      <path d="M26 30h68a6 6 0 0 1 6 6v30a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6z" fill={paper} />
      <path d="M100 44H84a7 7 0 0 0 0 14h16" />
      <circle cx="85" cy="51" r="1.5" fill="var(--app-line)" />
    </Drawing>
  )
}

/** A looking glass over an empty frame. */
export function NotFoundArt() {
  return (
    <Drawing>
      <rect x="28" y="12" width="48" height="52" rx="3" strokeDasharray="3 4" />
      <circle cx="72" cy="44" r="16" fill={paper} stroke={accent} />
      <path d="M84 56l14 14" stroke={accent} />
    </Drawing>
  )
}

/** A page of a log book. */
export function LogArt() {
  return (
    <Drawing>
      <rect x="32" y="8" width="56" height="64" rx="4" fill={paper} />
      <path d="M50 24h28M50 40h28M50 56h18" />
      <circle cx="42" cy="24" r="2.5" fill={tint} stroke={accent} />
      <circle cx="42" cy="40" r="2.5" fill={tint} stroke={accent} />
      <circle cx="42" cy="56" r="2.5" />
    </Drawing>
  )
}

/** Two ends of a line along which a message runs. */
export function WebhooksArt() {
  return (
    <Drawing>
      <rect x="8" y="26" width="28" height="28" rx="4" fill={paper} />
      <rect x="84" y="26" width="28" height="28" rx="4" fill={paper} />
      <path d="M16 36h12M16 44h8M92 36h12M92 44h8" />
      <path d="M40 40h6M74 40h6" />
      <rect x="49" y="32" width="22" height="16" rx="2" fill={tint} stroke={accent} />
      <path d="M50 34l10 8 10-8" stroke={accent} />
    </Drawing>
  )
}

/** First step: a spreadsheet goes into the tray. */
export function DropArt() {
  return (
    <Drawing>
      <rect x="38" y="6" width="44" height="46" rx="3" fill={paper} />
      <path d="M38 18h44M52 6v46M38 29h44M38 40h44" />
      <path d="M22 50v16a6 6 0 0 0 6 6h64a6 6 0 0 0 6-6V50" />
      <path d="M60 48v16m-6-6l6 6 6-6" stroke={accent} />
    </Drawing>
  )
}

/** Second step: the rows are checked. */
export function CheckArt() {
  return (
    <Drawing>
      <rect x="26" y="8" width="68" height="64" rx="4" fill={paper} />
      <path d="M50 24h32M50 40h32M50 56h20" />
      <path d="M34 24l3 3 6-6M34 40l3 3 6-6" stroke={accent} />
      <circle cx="38.5" cy="56" r="3" />
    </Drawing>
  )
}

/** Third step: the stamp comes down. */
export function MintArt() {
  return (
    <Drawing>
      <rect x="34" y="44" width="52" height="30" rx="3" fill={paper} />
      <path d="M42 62h36M42 67h22" />
      <rect x="45" y="48" width="30" height="8" rx="1" fill={tint} stroke={accent} />
      <HandStamp x={60} y={42} />
      <path d="M30 30l-6-4M28 40h-8M90 30l6-4M92 40h8" />
    </Drawing>
  )
}
