import { simulatedNotice } from '../../../chains/aptos/practice-status.ts'
import type { LocalAnswer, LocalRequest } from '../../http/local-server.ts'
import { graphql } from '../indexer/graphql-route.ts'
import * as accounts from './account-routes.ts'
import * as faucet from './faucet-routes.ts'
import type { NodeState, Route, RouteAnswer } from './node-state.ts'
import { faultBody, invalidInput, RestFault } from './rest-fault.ts'
import * as transactions from './transaction-routes.ts'
import { view } from './view-routes.ts'

/** `/v1`: facts of the ledger. */
const ledgerInfo: Route = ({ chain }) => {
  const { version, height, timestamp } = chain.head()
  return {
    json: {
      ...{ chain_id: chain.chainId, epoch: '1', ledger_version: `${version}`, oldest_ledger_version: '0' },
      ...{ ledger_timestamp: `${timestamp}`, node_role: 'full_node', oldest_block_height: '0' },
      ...{ block_height: `${height}`, git_hash: 'practice', notice: simulatedNotice },
    },
  }
}

/** `:` leaves a part of a path open. The faucet's routes also lie outside `/v1`, where SDKs call them. */
const routes: readonly [method: string, path: string, route: Route][] = [
  ['GET', '/v1', ledgerInfo],
  ['GET', '/v1/-/healthy', () => ({ json: { message: 'aptos-node:ok' } })],
  ['GET', '/v1/accounts/:', accounts.account],
  ['GET', '/v1/accounts/:/resources', accounts.resources],
  ['GET', '/v1/accounts/:/resource/:', accounts.resource],
  ['GET', '/v1/accounts/:/modules', accounts.modules],
  ['GET', '/v1/accounts/:/module/:', accounts.module],
  ['GET', '/v1/accounts/:/balance/:', accounts.balance],
  ['GET', '/v1/accounts/:/transactions', accounts.accountTransactions],
  ['GET', '/v1/transactions', transactions.list],
  ['POST', '/v1/transactions', transactions.submit],
  ['POST', '/v1/transactions/batch', transactions.submitBatch],
  ['POST', '/v1/transactions/simulate', transactions.simulate],
  ['GET', '/v1/transactions/by_hash/:', transactions.byHash],
  ['GET', '/v1/transactions/wait_by_hash/:', transactions.waitByHash],
  ['GET', '/v1/transactions/by_version/:', transactions.byVersion],
  ['GET', '/v1/estimate_gas_price', transactions.gasPrice],
  ['GET', '/v1/blocks/by_height/:', transactions.block('height')],
  ['GET', '/v1/blocks/by_version/:', transactions.block('version')],
  ['POST', '/v1/view', view],
  ['POST', '/v1/graphql', graphql],
  ['POST', '/mint', faucet.mintCoin],
  ['POST', '/v1/mint', faucet.mintCoin],
  ['POST', '/fund', faucet.fund],
  ['POST', '/v1/fund', faucet.fund],
]

const known = routes.map(([method, path, route]) => ({ method, parts: path.split('/'), route }))

/** Answers a request. @throws SqliteError when the ledger could not be written: the caller must end the process */
export async function answerRest(node: NodeState, request: LocalRequest): Promise<LocalAnswer> {
  const answer = await routed(node, request)
  const { version, height, timestamp } = node.chain.head()
  return {
    status: answer.status,
    body: answer.body,
    headers: {
      'content-type': 'application/json',
      'x-aptos-chain-id': `${node.chain.chainId}`,
      'x-aptos-ledger-version': `${version}`,
      'x-aptos-ledger-oldest-version': '0',
      'x-aptos-ledger-timestampusec': `${timestamp}`,
      'x-aptos-epoch': '1',
      'x-aptos-block-height': `${height}`,
      'x-aptos-oldest-block-height': '0',
    },
  }
}

async function routed(node: NodeState, { method, url, headers, body }: LocalRequest) {
  try {
    const { pathname, searchParams: query } = new URL(url, 'http://127.0.0.1')
    const path = pathname.replace(/(.)\/+$/, '$1').split('/')
    const here = known.filter(
      ({ parts }) => parts.length === path.length && parts.every((part, at) => part === ':' || part === path[at]),
    )
    const found = here.find((one) => one.method === method)
    if (!found)
      throw new RestFault(
        here.length > 0 ? 405 : 404,
        'web_framework_error',
        `There is no ${method} ${pathname} on a practice network.`,
      )
    const parts = path.filter((_, at) => found.parts[at] === ':').map(decoded)
    const { status = 200, json }: RouteAnswer = await found.route(node, { parts, query, headers, body })
    return { status, body: JSON.stringify(json) }
  } catch (error) {
    // State that the ledger lacks would be another chain: the process ends, and starts again from the ledger.
    if (error instanceof Error && error.name === 'SqliteError') throw error
    const message = error instanceof Error ? error.message : String(error)
    const fault = error instanceof RestFault ? error : new RestFault(500, 'internal_error', message)
    return { status: fault.status, body: faultBody(fault) }
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw invalidInput(`${JSON.stringify(part)} is not encoded as a part of a path.`)
  }
}
