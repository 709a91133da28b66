import type { ChainClient } from '../family/family.ts'
import { Refusal } from '../family/outcome.ts'
import type { SendAnswer, TransactionsClient } from '../family/transactions.ts'
import type { WalletOwner } from '../family/wallet-owner.ts'
import type { Work } from '../family/work.ts'
import { RateLimited } from '../rpc/http-rpc.ts'
import { witnessesOf } from '../rpc/witnesses.ts'
import { accountsClient, sequenceOf } from './accounts.ts'
import { collectionAddressOf } from './addresses.ts'
import { assetsClient } from './assets.ts'
import { type AptosClientOptions, newMemory } from './client-options.ts'
import { collectionsClient, prepareChange } from './collections.ts'
import { historyClient } from './history.ts'
import { networkClient } from './ledger.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { steadyRpc } from './rpc/steady-rpc.ts'
import { coinPayload } from './scripts/payloads.ts'
import { tokenListClient } from './token-list.ts'
import { collectionName, objectOwner } from './tokens.ts'
import { readFees } from './transactions/fees.ts'
import { tokensThatFit } from './transactions/fit.ts'
import { changeUse } from './transactions/gas.ts'
import { prepareMint } from './transactions/mints.ts'
import { outcomeOf } from './transactions/outcome.ts'
import { chargedCall, sendingOf } from './transactions/prepare.ts'
import { receiptsOf, usedBy } from './transactions/receipts.ts'
import { rehearse } from './transactions/rehearse.ts'
import { sendRaws } from './transactions/sending.ts'
import { noteSent, signer } from './transactions/signing.ts'
import { isTokenWork, prepareTokenWork } from './transactions/token-work.ts'
import { transferClient } from './transfers.ts'

/** The Aptos family's client for one network. */
export function aptosClient(options: AptosClientOptions): ChainClient {
  const { rpc, memory = newMemory() } = options
  const treasury = (projectIndex: number) => options.treasury(projectIndex).address
  const quoted = (projectIndex: number, price?: bigint) => sendingOf(options, projectIndex, null, price)
  const transactions: TransactionsClient = {
    limits: options.limits,
    async prepare(work, projectIndex, fee) {
      const node = await rpc()
      const sendingWith = (second: WalletOwner) => sendingOf(options, projectIndex, second, fee?.max)
      const sending = sendingWith(null)
      if (work.kind === 'mint-tokens') return prepareMint(node, memory, sending, work)
      if (isTokenWork(work)) return prepareTokenWork(node, sendingWith, work)
      if (work.kind === 'set-supply-limit' || work.kind === 'set-royalty') return prepareChange(node, sending, work)
      const { to, value } = coinsOf(work, sending.sender.address)
      const payload = coinPayload(to, value)
      return chargedCall(node, sending, { payload, to, owner: null, value, atWorst: changeUse })
    },
    sign: signer(options),
    limited(error) {
      if (!(error instanceof RateLimited)) return null
      return error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }
    },
    async send(raws) {
      noteSent(memory, raws)
      try {
        return await sendRaws(options.senders ? await options.senders() : [await rpc()], raws)
      } catch (error) {
        return raws.map((): SendAnswer => ({ kind: 'unclear', message: String(error) }))
      }
    },
    sequence: async (address) => sequenceOf(await rpc(), address),
    // Nodes do not report what is in their mempool.
    pendingSequence: async (address) => sequenceOf(await rpc(), address),
    sequenceAt: async (address, version) => sequenceOf(await rpc(), address, version),
    usedBy: async (address, sequence, version) => usedBy(await rpc(), address, sequence, version),
    receipts: async (hashes) => receiptsOf(await rpc(), memory, hashes),
    outcome: async (work, receipt) => outcomeOf(work, receipt),
  }
  const client: ChainClient = {
    ...networkClient(options),
    ...accountsClient(options),
    ...transactions,
    ...collectionsClient(rpc, quoted, treasury),
    ...(options.witnesses ? { witnesses: options.witnesses } : {}),
    ...(options.names ? { names: options.names } : {}),
    fees: async () => readFees(await rpc()),
    async rehearse(facts, batches) {
      const node = await rpc()
      const sending = quoted(facts.projectIndex)
      const deployed = (await collectionName(node, collectionAddressOf(sending.sender.address, facts.name))) !== null
      return rehearse(node, sending, { facts, deployed, batches })
    },
    async observe(read) {
      if (!options.pin) return read(client)
      const { pin: _bound, ...rest } = options
      const pinned = await options.pin()
      const bound = (node: AptosRpc, others: Pick<AptosClientOptions, 'witnesses'> = {}): ChainClient => {
        const steady = steadyRpc(node)
        return aptosClient({ ...rest, ...others, rpc: async () => steady, memory })
      }
      return read(
        bound(
          pinned.rpc,
          witnessesOf(pinned, (node) => bound(node)),
        ),
      )
    },
    ownTokens: {
      fit: (facts, tokens) => tokensThatFit(facts.name, tokens),
      usualRecipient: (place) => `0x${(place + 128).toString(16).padStart(2, '0').repeat(32)}`,
      ownerOf: async (address) => objectOwner(await rpc(), address),
    },
    tokenList: tokenListClient(rpc),
    history: historyClient(rpc, memory),
    assets: assetsClient(rpc, options.heldBy),
    transfers: transferClient(rpc),
  }
  return client
}

/** The coin transfer of a piece of work; an empty transaction sends 0 octas to the treasury itself. @throws Refusal for unsupported work */
function coinsOf(work: Work, treasury: string): { to: string; value: bigint } {
  if (work.kind === 'fund') return { to: work.account, value: BigInt(work.amount) }
  if (work.kind === 'fill' && !work.owner) return { to: treasury, value: 0n }
  throw new Refusal({
    kind: 'failed',
    code: 'collection.unsupported',
    message: `This version of Mintdesk cannot do this on Aptos (${work.kind}).`,
  })
}
