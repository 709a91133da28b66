import type { Quote } from '../../shared/app-api.ts'
import type { ChainClient, Fee } from '../chains/family.ts'
import { CoreError } from '../errors.ts'
import type { CollectionRow } from '../store/collections.ts'
import { collectionFacts, type EngineProject } from './deps.ts'
import { chainFacts } from './run-view.ts'

/**
 * What a batch uses before there is a contract that could be asked. `npm run bench:gas`: mintBatch uses 738,300 gas at 100
 * recipients, 1,375,400 at 200 and 3,287,000 at 500, which lie on a line of 101,200 and 6,372 a mint.
 */
const economyBatch = { base: 101_200n, perMint: 6_372n }
/** evm.md: a loop over owner and balance slots (Solady) is 46.9 k a mint at 200; 21,000 is the transaction itself. */
const standardBatch = { base: 21_000n, perMint: 46_900n }
/** evm.md, Collection721: a clone is deployed and initialised for 229 k. */
const cloneGas = 229_000n
/** Ours: how much of a transaction's cap the engine plans for, as estimates vary with the recipients' bytes. */
const plannedShare = 90n
/** A practice network makes a block of 30 M gas a second while something is pending (evm.md, anvil as the practice network). */
const blockGas = 30_000_000n
const blockSeconds = 1

export interface QuoteWish {
  importId: string
  nfts: number
  project: EngineProject
  collection: CollectionRow
  client: ChainClient
}

/**
 * What minting an import would cost and how long it would take, at the network's fees of this moment.
 * @throws CoreError `network.unreachable` when the network does not answer.
 */
export async function makeQuote({ importId, nfts, project, collection, client }: QuoteWish): Promise<Quote> {
  const address = client.treasury(project.index)
  try {
    await client.faucet?.(address)
    const [fees, balance, deployment] = await Promise.all([
      client.fees(),
      client.balance(address),
      deploymentGas(client, project, collection),
    ])
    const plan = planMints(nfts, collection.contract_kind, client.limits)
    const gas = plan.gas + deployment.gas
    const high = gas * fees.high.max
    const transactions = plan.transactions + deployment.transactions
    return {
      importId,
      collectionId: collection.id,
      ...chainFacts(collection.chain),
      nfts,
      transactions,
      gas: gas.toString(),
      fee: {
        low: (gas * paid(fees.base, fees.low)).toString(),
        expected: (gas * paid(fees.base, fees.expected)).toString(),
        high: high.toString(),
      },
      treasury: { address, balance: balance.toString() },
      shortfall: (high > balance ? high - balance : 0n).toString(),
      seconds: secondsFor(gas, deployment.transactions > 0, client.confirmations),
      practice: project.kind === 'practice',
    }
  } catch (error) {
    if (error instanceof CoreError) throw error
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new CoreError(
      'network.unreachable',
      `The network ${collection.chain} does not answer, so there is no price now: try again in a moment. (${reason})`,
    )
  }
}

/** What a unit of weight costs in the end: the base fee of everybody and the tip, at most what was signed (EIP-1559). */
function paid(base: bigint, fee: Fee): bigint {
  const price = base + fee.priority
  if (price > fee.max) return fee.max
  return price
}

/** How many transactions so many mints take, and their weight together. */
export function planMints(
  nfts: number,
  contractKind: string,
  limits: { weightPerTransaction: bigint; mintsPerBatch: number },
): { transactions: number; gas: bigint } {
  const { base, perMint } = contractKind === 'standard' ? standardBatch : economyBatch
  const fitting = ((limits.weightPerTransaction * plannedShare) / 100n - base) / perMint
  const perTransaction = Math.max(1, Math.min(limits.mintsPerBatch, Number(fitting)))
  const transactions = Math.ceil(nfts / perTransaction)
  return { transactions, gas: base * BigInt(transactions) + perMint * BigInt(nfts) }
}

async function deploymentGas(
  client: ChainClient,
  project: EngineProject,
  collection: CollectionRow,
): Promise<{ gas: bigint; transactions: number }> {
  if (collection.state === 'deployed') return { gas: 0n, transactions: 0 }
  // On a new chain the first collection also brings the factory and the implementation; later ones only themselves.
  const calls = await client.deploymentCalls(collectionFacts(project, collection))
  const gas = calls.reduce((sum, { weight }) => sum + unmargined(BigInt(weight)), 0n)
  const shared = calls.length > 1 || gas > 2n * cloneGas
  return { gas: shared ? gas + cloneGas : gas, transactions: shared ? calls.length + 1 : calls.length }
}

/** A call's weight is a tenth above the estimate (chains/evm/deployment.ts); what is paid for is what is used. */
function unmargined(weight: bigint): bigint {
  return (weight * 10n) / 11n
}

function secondsFor(gas: bigint, deploys: boolean, confirmations: number): number {
  const blocks = Number((gas + blockGas - 1n) / blockGas) + confirmations
  return (deploys ? blocks + confirmations : blocks) * blockSeconds
}
