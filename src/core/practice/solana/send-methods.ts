import { base58 } from '@scure/base'
import { z } from 'zod'
import type { TransactionFault } from '../../store/installation/solana-ledger.ts'
import { invalidParams, RpcFault } from '../json-rpc/rpc-fault.ts'
import type { Method } from './answer.ts'
import { type Decoded, type SolanaChain, Undecodable } from './chain.ts'
import { faultText } from './transaction-errors.ts'

const sendOptions = z
  .object({ encoding: z.string().optional(), skipPreflight: z.boolean().optional() })
  .loose()
  .nullish()
const simulateOptions = z
  .object({
    encoding: z.string().optional(),
    sigVerify: z.boolean().optional(),
    replaceRecentBlockhash: z.boolean().optional(),
  })
  .loose()
  .nullish()

/** Sending and simulating, with a node's preflight and blockhash window. */
export function sendMethods(chain: SolanaChain, inContext: (value: unknown) => unknown): Record<string, Method> {
  const { slots, ledger } = chain

  const decoded = (data: unknown, encoding: string | undefined): Decoded => {
    const text = z.string().parse(data)
    try {
      return chain.decode(encoding === 'base64' ? Buffer.from(text, 'base64') : base58.decode(text))
    } catch (error) {
      if (error instanceof Undecodable) throw new RpcFault(-32602, error.message)
      throw invalidParams('failed to deserialize solana_transaction::versioned::VersionedTransaction')
    }
  }
  const preflight = (err: TransactionFault, logs: readonly string[] = [], unitsConsumed = 0) =>
    new RpcFault(-32002, `Transaction simulation failed: ${faultText(err)}`, {
      ...{ err, logs, unitsConsumed, accounts: null, returnData: null },
    })

  return {
    sendTransaction([data, given]) {
      const options = sendOptions.parse(given)
      const sent = decoded(data, options?.encoding)
      const { signature, tx } = sent
      const known = ledger.status(signature) !== null
      const stale = slots.slotOf(base58.encode(tx.message.blockhash)) === null
      if (!options?.skipPreflight) {
        if (known) throw preflight('AlreadyProcessed')
        if (stale) throw preflight('BlockhashNotFound')
        const trial = chain.simulate(sent, true)
        if (trial.fault !== null) throw preflight(trial.fault, trial.logs, trial.units)
      }
      // Without preflight a node takes any transaction, and drops one that cannot be included.
      if (!known && !stale) chain.execute(sent)
      return signature
    },
    simulateTransaction([data, given]) {
      const options = simulateOptions.parse(given)
      const sent = decoded(data, options?.encoding)
      const stale = slots.slotOf(base58.encode(sent.tx.message.blockhash)) === null
      if (stale && !options?.replaceRecentBlockhash)
        return inContext({ err: 'BlockhashNotFound', logs: [], accounts: null, unitsConsumed: 0, returnData: null })
      const { fault, logs, units } = chain.simulate(sent, options?.sigVerify === true)
      return inContext({ err: fault, logs, accounts: null, unitsConsumed: units, returnData: null })
    },
  }
}
