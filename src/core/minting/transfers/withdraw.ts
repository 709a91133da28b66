/** What a person may withdraw from a fee balance, and where to. */
import { fromUnits } from '../../../shared/amount.ts'
import type { Project } from '../../../shared/app-api.ts'
import { chainLabel, isChainName } from '../../../shared/chains.ts'
import { moneyText } from '../../../shared/format.ts'
import type { ChainClient, Chains } from '../../chains/family/family.ts'
import { Refusal } from '../../chains/family/outcome.ts'
import { costAtMost } from '../../journal/caps.ts'
import { CoreError } from '../../lib/errors.ts'
import { unpaidCalls } from '../../store/journal/money.ts'
import {
  type Added,
  type Asked,
  addWithdrawal,
  askedBefore,
  type WithdrawalRow,
} from '../../store/journal/withdrawals.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { reservedOn } from '../runs/reserved-funds.ts'
import { coinOf } from '../runs/view.ts'
import { addressIn, amountIn, isSameAddress } from './typed-withdrawal.ts'

export interface WithdrawDeps {
  db: Store
  chains: Pick<Chains, 'networks' | 'client' | 'unavailable' | 'locked'>
  clock(): number
}

/** `amount`: in coins; null: all less the fee. */
export interface Question {
  chain: string
  to: string
  amount: string | null
}

/** A withdrawal as it would be, smallest unit. */
export interface Checked {
  client: ChainClient
  to: string
  amount: bigint
  fee: bigint
  balance: bigint
  reserved: bigint
  /** Less would be left than what is under way still needs. */
  isNeeded: boolean
  isContract: boolean
}

/**
 * Checks a withdrawal before it is made. Nothing is written down, and nothing is sent.
 * @throws CoreError `withdrawal.chain`, `withdrawal.address`, `withdrawal.amount`, `withdrawal.short`, `withdrawal.refused`, `withdrawal.contract`,
 * `vault.locked`
 */
export async function checkWithdrawal(
  deps: WithdrawDeps,
  project: Project,
  { chain, to, amount }: Question,
): Promise<Checked> {
  const unavailable = isChainName(chain) ? deps.chains.unavailable(project.kind, chain) : ''
  if (!isChainName(chain) || unavailable !== null)
    throw new CoreError('withdrawal.chain', unavailable || `There is no network ${JSON.stringify(chain)} here.`)
  const locked = deps.chains.locked(project.kind)
  if (locked !== null) throw new CoreError('vault.locked', locked)
  const recipient = addressIn(chain, to)
  const client = await deps.chains.client(project.kind, chain)
  const signer = client.treasury(project.index)
  if (isSameAddress(chain, recipient, signer))
    throw new CoreError('withdrawal.address', 'That is the address of the fee balance itself: name another one.')
  const coin = coinOf(deps.chains.networks, chain)
  const { decimals, currency } = coin(0n)
  const asked = amount === null ? null : amountIn(deps.chains.networks, chain, amount)
  await client.faucet?.(signer)
  const queue = { network: client.network, signer }
  const [fees, balance, kept, reserved, unpaid] = await Promise.all([
    client.fees(),
    client.balance(signer),
    client.kept?.() ?? 0n,
    reservedOn(deps.db, project.id, chain),
    unpaidCalls(deps.db, queue),
  ])
  const underWay = unpaid.reduce(
    (sum, { call, maxFee }) => sum + costAtMost(JSON.parse(call) as Parameters<typeof costAtMost>[0], maxFee),
    0n,
  )
  const free = balance - kept - underWay
  const least = kept > 0n ? kept : 1n
  const isContract =
    (await client.contractsAmong([recipient])).has(recipient.toLowerCase()) ||
    ((await client.isProgramsOwn?.(recipient)) ?? false)
  const fee = await feeOf(client, project, recipient, { least, max: fees.high.max, free, isContract })
  const most = free - fee
  const takes = asked ?? most
  if (takes > most || takes < least)
    throw new CoreError(
      'withdrawal.short',
      takes < least && asked !== null
        ? `An account on ${chainLabel(chain)} must hold at least ${moneyText(coin(least))}: withdraw at least that much.`
        : `The fee balance holds ${moneyText(coin(balance))}, and ${most < least ? 'nothing of it' : `at most ${fromUnits(most.toString(), decimals)} ${currency}`} can be withdrawn: the rest pays the fee of the withdrawal (up to ${moneyText(coin(fee))}) and what is under way${kept > 0n ? ', or must stay in the account' : ''}.`,
    )
  return { client, to: recipient, amount: takes, fee, balance, reserved, isNeeded: reserved > most - takes, isContract }
}

/** What the person gives with a withdrawal. */
export interface Request extends Question {
  id: string
  /** The address, typed a second time. */
  again: string
  toContract: boolean
  anyway: boolean
}

/**
 * Writes a withdrawal down for the signer queue, once for each id.
 * @throws CoreError as `checkWithdrawal`, and `withdrawal.again`, `withdrawal.contract`, `withdrawal.needed`, `withdrawal.pending`,
 * `idempotency.conflict` where the id was used for another one
 */
export async function acceptWithdrawal(deps: WithdrawDeps, project: Project, request: Request): Promise<WithdrawalRow> {
  const { chain, id } = request
  if (isChainName(chain) && !isSameAddress(chain, addressIn(chain, request.to), addressIn(chain, request.again)))
    throw new CoreError(
      'withdrawal.again',
      'The two addresses differ: type the address once more, from where you copied it.',
    )
  // Before the check: the balance no longer holds coin that an earlier try has sent.
  const before = await askedBefore(deps.db, id, () => askedOf(deps, project, request))
  if (before) return rowOf(before)
  const checked = await checkWithdrawal(deps, project, request)
  const { client, to, amount, reserved } = checked
  if (checked.isContract && !request.toContract)
    throw new CoreError(
      'withdrawal.contract',
      `${to} is a contract and no wallet: coin that is sent there may be lost. Confirm that it is a multisig or a contract wallet of yours that takes coin.`,
    )
  if (checked.isNeeded && !request.anyway)
    throw new CoreError(
      'withdrawal.needed',
      `What is under way still needs about ${moneyText(coinOf(deps.chains.networks, chain)(reserved))}, and less would be left: it would wait for coin. Withdraw less, wait until it is done, or confirm that it may wait.`,
    )
  const signer = client.treasury(project.index)
  const added = await addWithdrawal(
    deps.db,
    {
      ...{ project_id: project.id, id, chain, network: client.network, signer, recipient: to },
      amount: request.amount === null ? null : amount.toString(),
      since: client.family.sequences ? await client.sequence(signer) : 0,
    },
    deps.clock(),
  )
  return rowOf(added)
}

function askedOf({ chains }: WithdrawDeps, { id }: Project, { chain, to, amount }: Request): Asked | null {
  if (!isChainName(chain)) return null
  return {
    ...{ project_id: id, chain, recipient: addressIn(chain, to) },
    amount: amount === null ? null : amountIn(chains.networks, chain, amount).toString(),
  }
}

/** @throws CoreError where the row is that of another withdrawal */
function rowOf({ kind, row }: Added): WithdrawalRow {
  if (kind === 'other')
    throw new CoreError(
      'idempotency.conflict',
      `The id ${JSON.stringify(row.id)} was used for another withdrawal: see in the list of withdrawals what became of that one, then ask anew.`,
    )
  if (kind === 'busy')
    throw new CoreError(
      'withdrawal.pending',
      `Another withdrawal to ${row.recipient} is under way: wait until it is done.`,
    )
  return row
}

/** The highest fee of the withdrawal. */
async function feeOf(
  client: ChainClient,
  project: Project,
  to: string,
  { least, max, free, isContract }: { least: bigint; max: bigint; free: bigint; isContract: boolean },
): Promise<bigint> {
  // A transfer of coin that is not there cannot be simulated.
  if (free <= least) return 0n
  try {
    const call = await client.prepare({ kind: 'fund', account: to, amount: least.toString() }, project.index)
    return costAtMost(call, max) - BigInt(call.value)
  } catch (error) {
    // A contract may reject coin with errors that the network cannot name.
    if (isContract)
      throw new CoreError(
        'withdrawal.contract',
        `${to} is a contract, and it does not take coin: name a wallet. Nothing was sent.`,
      )
    if (!(error instanceof Refusal)) throw error
    const { outcome } = error
    throw new CoreError(
      'withdrawal.refused',
      `The network refuses it: ${outcome.kind === 'failed' ? outcome.message : 'it gives no reason.'} Nothing was sent; check the address.`,
    )
  }
}
