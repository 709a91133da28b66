/** Files in the folder of Solana's practice network: its record, and snapshots of the machine. */
export const ledgerFile = 'ledger.db'

/** A snapshot's file name. @param seq the last entry of the record that it includes */
export function snapshotFile(seq: number): string {
  return `state-${seq}.bin`
}

/** The last entry of the record that a snapshot of this name includes; undefined for another file. */
export function seqOf(name: string): number | undefined {
  const [, seq] = /^state-(\d+)\.bin$/.exec(name) ?? []
  return seq === undefined ? undefined : Number(seq)
}
