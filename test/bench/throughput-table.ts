/** The table of `npm run bench`: Mintdesk and the usual scripts side by side. Pure. */

/** What minting so many NFTs took. */
export interface Figures {
  mints: number
  /** By the clock. */
  seconds: number
  transactions: number
  gas: number
  /** From the block of the first mint to the one that settled the last. */
  blocks: number
}

/** One way to mint; `whole` is what is to be compared, of which `measured` may be a part. */
export interface Way {
  name: string
  measured: Figures
}

/**
 * Rows of the table by the ways' names, the first way being what the others are compared with. A way that was measured with fewer mints is extended
 * in proportion, and marked with `~`.
 */
export function throughputRows(ways: readonly Way[], mints: number): Record<string, Record<string, string>> {
  const whole = ways.map(({ name, measured }) => ({ name, measured, ...extended(measured, mints) }))
  const [first] = whole
  if (first === undefined) return {}
  const row = ({ measured, seconds, blocks, gasAMint, guess }: (typeof whole)[number]) => ({
    measured: number(measured.mints),
    transactions: `${guess}${number((measured.transactions * mints) / measured.mints)}`,
    seconds: `${guess}${seconds < 100 ? seconds.toFixed(1) : number(seconds)}`,
    'mints a second': number(mints / seconds, mints / seconds < 10 ? 1 : 0),
    blocks: `${guess}${number(blocks)}`,
    'gas a mint': number(gasAMint),
    'time ×': ratio(seconds / first.seconds),
    'blocks ×': ratio(blocks / first.blocks),
    'gas ×': ratio(gasAMint / first.gasAMint),
  })
  return Object.fromEntries(whole.map((way) => [way.name, row(way)]))
}

function extended(measured: Figures, mints: number) {
  const times = mints / measured.mints
  return {
    seconds: measured.seconds * times,
    blocks: measured.blocks * times,
    gasAMint: measured.gas / measured.mints,
    guess: times === 1 ? '' : '~',
  }
}

function ratio(times: number): string {
  return times === 1 ? '1' : number(times, times < 100 ? 1 : 0)
}

function number(value: number, digits = 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
