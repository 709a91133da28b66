/** When a transaction of Aptos is given up: by the word of RPCs of which one has thrown away the account's old transactions. */
import { expect, it } from 'vitest'
import { aptosClient } from '../../../src/core/chains/aptos/client.ts'
import { aptosLimits } from '../../../src/core/chains/aptos/limits.ts'
import { type AptosRpc, AptosRpcError } from '../../../src/core/chains/aptos/rpc/rpc.ts'
import type { ChainClient, Witnesses } from '../../../src/core/chains/family/family.ts'
import type { QueueContext } from '../../../src/core/minting/deps.ts'
import { deadForCertain } from '../../../src/core/minting/transactions/give-up.ts'
import type { Observed } from '../../../src/core/minting/transactions/observed.ts'
import type { AttemptRow, TransactionRow } from '../../../src/core/store/journal/signer-queue.ts'

const account = `0x${'a'.repeat(64)}`
const [ours, another] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]
const sequence = 7

/** What a node keeps of the transaction that used the sequence; null: it has thrown it away. `refuses`: and says so. */
interface Node {
  used: string | null
  refuses?: boolean | undefined
}

function answerOf({ used, refuses = false }: Node, path: string): unknown {
  const [place = '', query = ''] = path.split('?')
  const version = { version: '90', hash: used ?? another, accumulator_root_hash: another }
  const told = {
    ...{ ...version, type: 'user_transaction', sender: account, sequence_number: String(sequence), success: true },
    ...{ vm_status: '', gas_used: '1', gas_unit_price: '100', events: [], payload: {} },
  }
  if (place === '/') return { chain_id: 1, ledger_version: '100', oldest_ledger_version: '0', block_height: '50' }
  if (place.startsWith('/transactions/by_version')) return { ...version, version: '100' }
  if (place === `/transactions/by_hash/${used}`) return told
  if (place === `/accounts/${account}`) return { sequence_number: String(sequence + 1) }
  if (place === `/accounts/${account}/transactions` && !refuses) {
    expect(query).toBe(`start=${sequence}&limit=1`)
    return used === null ? [] : [told]
  }
  const code = refuses && place.startsWith('/accounts') ? 'version_pruned' : 'transaction_not_found'
  throw new AptosRpcError(404, { message: code, error_code: code }, 100)
}

function clientOf(node: Node, witnesses?: Witnesses): ChainClient {
  const key = () => ({ address: account, publicKey: new Uint8Array(32), sign: () => new Uint8Array(64) })
  const rpc: AptosRpc = {
    ask: async (path, schema) => ({ value: schema.parse(answerOf(node, path)), version: 100 }),
  }
  return aptosClient({
    ...{ chain: 'aptos' as const, network: 'live:aptos', chainId: 1, confirmations: 1, limits: aptosLimits },
    ...{ rpc: async () => rpc, treasury: key, user: key, witnesses },
  })
}

/** Whether a transaction of ours is given up whose sequence is used. */
async function givenUp(first: Node, ...others: Node[]) {
  const witnesses: Witnesses = {
    asked: 'first',
    others: others.map((node, place) => ({ name: `other ${place}`, client: async () => clientOf(node) })),
    compared: () => {},
  }
  const client = clientOf(first, others.length > 0 ? witnesses : undefined)
  const context = { client, queue: { signer: account }, deps: { clock: () => 0, log: { warn: () => {} } } }
  const observed = { doubt: null } as Observed
  const dead = await deadForCertain(
    context as unknown as QueueContext,
    { pk: 1, sequence } as TransactionRow,
    [{ hash: ours, raw: Buffer.of(1), valid_until: null, created_at: 0 } as unknown as AttemptRow],
    await client.finalized(),
    observed,
  )
  return { dead, doubt: observed.doubt?.kind ?? null }
}

it('one whose sequence another transaction used is given up, and one that is there is not', async () => {
  expect(await givenUp({ used: another })).toEqual({ dead: true, doubt: null })
  expect(await givenUp({ used: another }, { used: another })).toEqual({ dead: true, doubt: null })
  expect(await givenUp({ used: ours })).toEqual({ dead: false, doubt: null })
})

it.each([
  ['without a word', {}],
  ['and says so', { refuses: true }],
])('an RPC that has thrown away what used a sequence does not say that it was another one’s: %s', async (_, how) => {
  const forgetful = { used: null, ...how }
  await expect(givenUp(forgetful)).rejects.toMatchObject({ code: 'network.incomplete' })
  await expect(givenUp(forgetful, { used: ours })).rejects.toMatchObject({ code: 'network.incomplete' })
  expect(await givenUp({ used: another }, forgetful)).toEqual({ dead: false, doubt: 'unconfirmed' })
})
