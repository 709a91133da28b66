import { bcs } from '@mysten/bcs'
import { signedTransactionLayout } from '../../../chains/aptos/bcs/transaction.ts'
import type { Outcome } from '../execution/execute.ts'
import { gasBounds } from '../execution/gas.ts'
import { isSignedBy, type ReadTransaction, readSigned } from '../pool/signed.ts'
import { boundsRefusal, prologueRefusal, refusals } from '../pool/validation.ts'
import { countIn, type NodeState, type Route, type RouteRequest, versionNotFound } from './node-state.ts'
import { invalidInput, RestFault } from './rest-fault.ts'
import { pendingJson, simulatedJson, versionJson } from './transaction-json.ts'

const signedType = 'application/x.aptos.signed_transaction+bcs'
/** Ours: most transactions of a batch; a fullnode has the same limit. */
const mostOfBatch = 10
/** A fullnode's own: most milliseconds that `wait_by_hash` waits. */
const longestWait = 1_000

function assertBcs({ headers }: RouteRequest): void {
  if (`${headers['content-type']}`.split(';')[0] === signedType) return
  throw new RestFault(
    415,
    'web_framework_error',
    `A practice network takes signed transactions as BCS (content-type ${signedType}) alone.`,
  )
}

function readBody(body: Uint8Array): ReadTransaction {
  try {
    return readSigned(body)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw invalidInput(`Failed to deserialize input into SignedTransaction: ${why}`)
  }
}

/** @throws RestFault in a fullnode's words */
function submitOne({ chain }: NodeState, body: Uint8Array): ReadTransaction {
  const said = chain.submit(readBody(body))
  switch (said.kind) {
    case 'pending':
      return said.tx
    case 'refused':
      throw new RestFault(
        ...([400, 'vm_error', `Invalid transaction: Type: Validation Code: ${said.status}`] as const),
        refusals[said.status],
      )
    case 'full':
      throw new RestFault(507, 'mempool_is_full', said.message)
    case 'other':
      throw new RestFault(400, 'invalid_transaction_update', said.message)
  }
}

export const submit: Route = (node, request) => {
  assertBcs(request)
  const tx = submitOne(node, request.body)
  node.wake()
  return { status: 202, json: pendingJson(tx) }
}

export const submitBatch: Route = (node, request) => {
  assertBcs(request)
  const failures: unknown[] = []
  const all = splitBatch(request.body)
  all.forEach((bytes, place) => {
    try {
      submitOne(node, bytes)
    } catch (error) {
      if (!(error instanceof RestFault)) throw error
      const fault = { message: error.message, error_code: error.code, vm_error_code: error.vmCode }
      failures.push({ error: fault, transaction_index: place })
    }
  })
  node.wake()
  return { status: failures.length === 0 ? 202 : 206, json: { transaction_failures: failures } }
}

/** A BCS vector of signed transactions. */
function splitBatch(body: Buffer): Uint8Array[] {
  try {
    const all = bcs.vector(signedTransactionLayout).parse(Uint8Array.from(body))
    if (all.length > mostOfBatch) throw new RangeError(`a batch has ${mostOfBatch} transactions at most`)
    return all.map((one) => signedTransactionLayout.serialize(one).toBytes())
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw invalidInput(`Failed to deserialize input into a batch of SignedTransaction: ${why}`)
  }
}

export const simulate: Route = ({ chain }, request) => {
  assertBcs(request)
  const { query } = request
  const sent = readBody(request.body)
  if (sent.signers.some(isSignedBy)) throw invalidInput('Simulated transactions must not have a valid signature')
  const wanted = (name: string) => query.get(name) === 'true'
  const price =
    wanted('estimate_gas_unit_price') || wanted('estimate_prioritized_gas_unit_price')
      ? gasBounds.leastPrice
      : sent.price
  const balance = chain.state.balances.get(sent.payer) ?? 0n
  const affordable = balance / (price === 0n ? 1n : price)
  const mostUnits = affordable < gasBounds.mostUnits ? affordable : gasBounds.mostUnits
  const tx = { ...sent, price, maxUnits: wanted('estimate_max_gas_amount') ? mostUnits : sent.maxUnits }
  const { version, timestamp } = chain.head()
  const ground = { state: chain.state, chainId: chain.chainId, now: BigInt(Math.floor(Date.now() / 1000)) }
  // A simulated transaction need not be signed, and may have a gas price of 0.
  const refused = (tx.price === 0n ? null : boundsRefusal(tx)) ?? prologueRefusal(tx, ground, false)
  const failed = (vmStatus: string): Outcome => ({ success: false, vmStatus, gasUsed: 0n, events: [] })
  const outcome = refused === null ? chain.simulate(tx) : failed(refused)
  return { json: [simulatedJson(tx, outcome, version, timestamp)] }
}

function found({ chain }: NodeState, hash: string): unknown {
  const waiting = chain.pool.get(hash)
  if (waiting) return pendingJson(waiting)
  const version = chain.ledger.byHash(hash)
  const block = version && chain.ledger.block('height', version.height)
  return version && block ? versionJson(version, block) : undefined
}

function hashIn(text = ''): string {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(text)) throw invalidInput(`Invalid hash ${JSON.stringify(text)}`)
  return `0x${text.toLowerCase().replace(/^0x/, '')}`
}

function notFound(hash: string): RestFault {
  return new RestFault(404, 'transaction_not_found', `Transaction not found by Transaction hash(${hash})`)
}

export const byHash: Route = (node, { parts }) => {
  const hash = hashIn(parts[0])
  const json = found(node, hash)
  if (json === undefined) throw notFound(hash)
  return { json }
}

export const waitByHash: Route = async (node, { parts }) => {
  const hash = hashIn(parts[0])
  const end = Date.now() + longestWait
  while (node.chain.pool.get(hash) !== undefined && Date.now() < end) await node.nextBlock(end - Date.now())
  const json = found(node, hash)
  if (json === undefined) throw notFound(hash)
  return { json }
}

function versions({ chain }: NodeState, from: number, limit: number): unknown[] {
  return chain.ledger.byVersion(from, limit).flatMap((one) => {
    const block = chain.ledger.block('height', one.height)
    return block ? [versionJson(one, block)] : []
  })
}

export const byVersion: Route = (node, { parts }) => {
  const version = countIn(parts[0], 0)
  const [json] = versions(node, version, 1)
  if (json === undefined)
    throw new RestFault(404, 'transaction_not_found', `Transaction not found by Ledger version(${version})`)
  return { json }
}

export const list: Route = (node, { query }) => {
  const limit = countIn(query.get('limit'), 25, 100)
  const newest = Math.max(0, node.chain.head().version - limit + 1)
  return { json: versions(node, countIn(query.get('start'), newest), limit) }
}

export const gasPrice: Route = () => {
  const price = Number(gasBounds.leastPrice)
  return {
    json: { deprioritized_gas_estimate: price, gas_estimate: price, prioritized_gas_estimate: price * 1.5 },
  }
}

/** `/blocks/…` */
export const block =
  (by: 'height' | 'version'): Route =>
  (node, { parts, query }) => {
    const number = countIn(parts[0], 0)
    const one = node.chain.ledger.block(by, number)
    if (!one) {
      if (by === 'version') throw versionNotFound(number)
      throw new RestFault(404, 'block_not_found', `Block not found by Block height(${number})`)
    }
    const { height, first, last, timestamp } = one
    const all = query.get('with_transactions') === 'true' ? versions(node, first, last - first + 1) : null
    const [metadata] = node.chain.ledger.byVersion(first, 1)
    return {
      json: {
        ...{ block_height: `${height}`, block_hash: metadata?.hash, block_timestamp: `${timestamp}` },
        ...{ first_version: `${first}`, last_version: `${last}`, transactions: all },
      },
    }
  }
