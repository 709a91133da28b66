import type { TransactionInstruction } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import type { ChainCall } from '../../family/call.ts'
import { Refusal } from '../../family/outcome.ts'
import { numberAnswer, simulationAnswer } from '../rpc/answers.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import type { Chargeable } from './chargeable.ts'
import { compileMessage, signaturesOf } from './message.ts'
import { failureOf } from './outcome.ts'
import { priorityPrice } from './priority.ts'

/** Solana's own. */
const lamportsPerSignature = 5_000n
const unitsAtMost = 1_400_000
/** Ours: what is added to a simulation's compute: programs that derive PDAs need a varying number of tries. */
const marginPercent = 30
const marginAtLeast = 20_000
/** Ours: how long a simulation serves others of the same name (`Chargeable.alike`). */
const alikeMs = 120_000
/** Ours: how long a priority price from recent blocks is used. */
const priceMs = 2_000

/** Finds out what instructions need and cost, and builds their call. */
export interface Preparer {
  /**
   * @param kept lamports that the paying account must keep
   * @throws Refusal if the simulation fails for another reason than lack of coin
   */
  prepare(rpc: SolanaRpc, treasury: string, work: Chargeable, kept: () => Promise<bigint>): Promise<ChainCall>
  /** After one of these failed: the next one is simulated again. @param alike see `Chargeable` */
  forget(alike: string): void
}

export function createPreparer(): Preparer {
  // Promises: many of a name are prepared in parallel, and only one of them is simulated.
  const units = new LRUCache<string, Promise<number>>({ max: 1_000, ttl: alikeMs })
  let asked: { at: number; price: Promise<bigint> } | undefined
  const priceNow = (rpc: SolanaRpc): Promise<bigint> => {
    if (asked === undefined || Math.abs(performance.now() - asked.at) > priceMs) {
      asked = { at: performance.now(), price: priorityPrice(rpc) }
      asked.price.catch(() => {
        asked = undefined
      })
    }
    return asked.price
  }
  const usedBy = async (rpc: SolanaRpc, treasury: string, { instructions, alike }: Chargeable): Promise<number> => {
    const own = () => simulated(rpc, treasury, instructions)
    if (alike === undefined) return own()
    const known = units.get(alike)
    // The failure of the simulated transaction need not be a failure of this one.
    if (known) return known.catch(own)
    const asked = own()
    units.set(alike, asked)
    asked.catch(() => units.delete(alike))
    return asked
  }
  return {
    forget: (alike) => void units.delete(alike),
    async prepare(rpc, treasury, work, kept) {
      const { instructions, signers, takes = 0n } = work
      const tried = await usedBy(rpc, treasury, work).catch((error: unknown) => {
        if (error instanceof LacksCoin) return error
        throw error
      })
      const used = typeof tried === 'number' ? tried : unitsAtMost
      const limit = Math.min(
        unitsAtMost,
        Math.max(used + marginAtLeast, Math.ceil((used * (100 + marginPercent)) / 100)),
      )
      const price = await priceNow(rpc)
      const message = compileMessage(treasury, instructions, { units: limit, price })
      const call = {
        to: null,
        data: `0x${Buffer.from(message).toString('hex')}`,
        value: (spentBy(instructions, treasury) + takes).toString(),
        weight: String(limit),
        extra: (
          lamportsPerSignature * BigInt(signaturesOf(message)) +
          (price * BigInt(limit) + 999_999n) / 1_000_000n
        ).toString(),
        signers,
      }
      // Lack of coin is no refusal: the signer queue sees the cost and waits for the coin.
      if (typeof tried === 'number') return call
      const balance = await rpc.call('getBalance', [treasury, { commitment: 'confirmed' }], numberAnswer)
      const needed = BigInt(call.value) + BigInt(call.extra) + (await kept())
      if (needed <= BigInt(balance.value)) throw tried
      return call
    },
  }
}

/** The treasury cannot pay for the transaction now. */
class LacksCoin extends Refusal {}

const lacksCoin = /AccountNotFound|InsufficientFundsFor|insufficient lamports|insufficient funds/i

async function simulated(
  rpc: SolanaRpc,
  treasury: string,
  instructions: readonly TransactionInstruction[],
): Promise<number> {
  const message = compileMessage(treasury, instructions, { units: unitsAtMost, price: 0n })
  const count = signaturesOf(message)
  const unsigned = Buffer.concat([Buffer.from([count]), Buffer.alloc(64 * count), message])
  const options = { encoding: 'base64', commitment: 'confirmed', sigVerify: false, replaceRecentBlockhash: true }
  const { value } = await rpc.call('simulateTransaction', [unsigned.toString('base64'), options], simulationAnswer)
  if (value.err === null || value.err === undefined) return value.unitsConsumed ?? unitsAtMost
  const outcome = { kind: 'failed', ...failureOf({ err: value.err, logMessages: value.logs }) } as const
  throw lacksCoin.test(`${JSON.stringify(value.err)} ${(value.logs ?? []).join(' ')}`)
    ? new LacksCoin(outcome)
    : new Refusal(outcome)
}

/** Lamports that SystemInstruction::CreateAccount (tag 0) and Transfer (tag 2) take from the treasury; without what programs take themselves. */
function spentBy(instructions: readonly TransactionInstruction[], treasury: string): bigint {
  return instructions.reduce((sum, { programId, data, keys }) => {
    const spends = programId.toBase58() === '1'.repeat(32) && data.length >= 12 && [0, 2].includes(data.readUInt32LE(0))
    return spends && keys[0]?.pubkey.toBase58() === treasury ? sum + data.readBigUInt64LE(4) : sum
  }, 0n)
}
