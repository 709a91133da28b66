import type { Import } from '../app-api.ts'
import { count } from '../format.ts'

/**
 * Why rows are skipped: minted before (by the collection's record or the file's own), the same as an earlier row, or hidden.
 * @param again what mints `it` or `them` again, added to the first of these reasons
 */
export function skipReasons(
  { counts, codes, options }: Pick<Import, 'counts' | 'codes' | 'options'>,
  again: (rows: 'it' | 'them') => string = () => '',
): string {
  const found = (wanted: string): number =>
    codes.filter(({ code, level }) => code === wanted && level === 'warning').reduce((sum, { count }) => sum + count, 0)
  let left = counts.skipped
  const take = (rows: number): number => {
    const taken = Math.min(rows, left)
    left -= taken
    return taken
  }
  const hidden = take(found('sheet.hidden'))
  const same = take(found('id.duplicate'))
  const twins = take(options.duplicates === 'first' ? found('recipient.duplicate') : 0)
  const before = take(options.again ? 0 : found('file.repeat'))
  const reasons = [
    { rows: before, why: `minted before${again(before === 1 ? 'it' : 'them')}` },
    { rows: same, why: 'the same as an earlier row, or as the NFT that has the id' },
    { rows: twins, why: 'the same NFT for the same recipient as an earlier row' },
    { rows: hidden, why: 'hidden in the sheet' },
    { rows: left, why: 'minted, as the file itself says' },
  ].filter(({ rows }) => rows > 0)
  return reasons.map(({ rows, why }) => (reasons.length === 1 ? why : `${count(rows)} ${why}`)).join('; ')
}
