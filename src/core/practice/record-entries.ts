import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Address, Hash, Hex } from 'viem'
import { z } from 'zod'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))
const hash = hex as z.ZodType<Hash>
const count = z.int().min(0)
const wei = z.string().regex(/^\d+$/)

/** The first entry of a record: which chain it belongs to, and the block that its other entries follow. */
const beginning = z.object({
  kind: z.literal('beginning'),
  /** Version of the record's format. */
  version: z.literal(1),
  /** `web3_clientVersion` of the anvil that made the chain. */
  program: z.string(),
  chainId: count,
  /** Seconds; block 0 is made from it. */
  genesisTime: count,
  genesis: hash,
  /** The newest block before the first entry. */
  head: z.object({ number: count, hash, time: count }),
})
/** A transaction that was taken into the pool. */
const transaction = z.object({ kind: z.literal('transaction'), hash, raw: hex })
/** Coin given out of nothing: the account's balance from here on, wei. */
const funding = z.object({ kind: z.literal('funding'), address: hex as z.ZodType<Address>, balance: wei })
/** A block, with its transactions in their order. */
const block = z.object({
  kind: z.literal('block'),
  ...{ number: count, hash, time: count, baseFee: wei },
  transactions: z.array(hash),
})
const entries = z.array(z.discriminatedUnion('kind', [beginning, transaction, funding, block]))

export type Beginning = z.infer<typeof beginning>
export type RecordEntry = z.infer<typeof entries>[number]

/** A line of a record differs from what was written. */
export class DamagedRecord extends Error {
  override readonly name = 'DamagedRecord'
}

/** One line for entries that are written together, so that all of them are there or none: a checksum, and JSON. */
export function lineOf(group: readonly RecordEntry[]): Buffer {
  const json = JSON.stringify(group)
  return Buffer.from(`${checksum(json)} ${json}\n`)
}

/**
 * Reads a record line by line. The bytes after the last line break were being written when the process was killed. Nobody got an answer that
 * depends on them, so they are left out.
 * @returns each line's entries, with how many bytes of the file have been read by then
 * @throws DamagedRecord at a line that differs from what was written
 */
export async function* readRecord(file: string): AsyncGenerator<{ entries: RecordEntry[]; end: number }> {
  const handle = await open(file)
  try {
    let rest: Buffer[] = []
    let end = 0
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        const line = Buffer.concat([...rest, chunk.subarray(from, at)])
        rest = []
        from = at + 1
        const read = entriesOf(line.toString())
        if (read === undefined) throw new DamagedRecord(`${file} is damaged at byte ${end}`)
        end += line.length + 1
        yield { entries: read, end }
      }
      rest.push(chunk.subarray(from))
    }
  } finally {
    await handle.close()
  }
}

function entriesOf(line: string): RecordEntry[] | undefined {
  const json = line.slice(9)
  if (line.slice(0, 9) !== `${checksum(json)} `) return undefined
  return entries.safeParse(JSON.parse(json)).data
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0')
}
