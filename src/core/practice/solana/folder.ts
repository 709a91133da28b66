/** What lies in the folder of Solana's practice network: its record, and snapshots of what came of it. */
export const ledgerFile = 'ledger.db'

/** A snapshot's name. @param seq the last entry of the record that it holds */
export function snapshotFile(seq: number): string {
  return `state-${seq}.bin`
}

/** The other way round; undefined when the name is of something else. */
export function seqOf(name: string): number | undefined {
  const [, seq] = /^state-(\d+)\.bin$/.exec(name) ?? []
  return seq === undefined ? undefined : Number(seq)
}
