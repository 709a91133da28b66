import type { Hash, Hex } from 'viem'
import { type AnvilRpc, type Block, sendAgain } from './anvil-rpc.ts'
import { type Beginning, DamagedRecord, type RecordEntry } from './record-entries.ts'

/** An anvil's chain after a replay of its records. */
export interface Replayed {
  head: Pick<Block, 'number' | 'hash' | 'time'>
  /** Recorded transactions that are in no block, in their order, as raw bytes. */
  waiting: Map<Hash, Hex>
  /** How many blocks were made. */
  blocks: number
  /** How many transactions they hold. */
  transactions: number
}

/** The records do not lead to the chain that they describe. */
export class NotReproduced extends Error {
  override readonly name = 'NotReproduced'
}

export interface Replay {
  done: Replayed
  take(entry: RecordEntry): Promise<void>
}

/**
 * Begins to replay records on an anvil that was started from a saved state or from the beginning.
 * @param from the beginning of the first of these records
 */
export function startReplay(anvil: AnvilRpc, from: Beginning): Replay {
  const done: Replayed = { head: from.head, waiting: new Map(), blocks: 0, transactions: 0 }

  const makeAgain = async (entry: RecordEntry & { kind: 'block' }): Promise<void> => {
    // Anvil refuses a fee below the next block's base fee, which after a full block may be above this block's recorded one.
    await anvil.setNextBaseFee(BigInt(entry.baseFee))
    // Only the block's own transactions, in its order: others that waited then are no part of it.
    for (const hash of entry.transactions) {
      const raw = done.waiting.get(hash)
      if (raw === undefined)
        throw new DamagedRecord(`block ${entry.number} has the transaction ${hash}, which the record does not have`)
      if (!(await sendAgain(anvil, raw)))
        throw new NotReproduced(`the transaction ${hash} of block ${entry.number} is refused`)
      done.waiting.delete(hash)
    }
    await anvil.mine(entry.time)
    const { hash } = await anvil.block('latest')
    if (hash !== entry.hash) throw new NotReproduced(`block ${entry.number} became ${hash} and was ${entry.hash}`)
    done.head = entry
    done.blocks += 1
    done.transactions += entry.transactions.length
  }

  return {
    done,
    async take(entry) {
      switch (entry.kind) {
        case 'beginning':
          if (entry.head.hash !== done.head.hash || entry.genesis !== from.genesis)
            throw new DamagedRecord(`a record goes on after block ${entry.head.number}, and none leads there`)
          return
        case 'transaction':
          done.waiting.set(entry.hash, entry.raw)
          return
        case 'funding':
          await anvil.setBalance(entry.address, BigInt(entry.balance))
          return
        case 'block':
          await makeAgain(entry)
      }
    },
  }
}
