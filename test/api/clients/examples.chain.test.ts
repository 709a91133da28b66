import { describe, expect, it } from 'vitest'
import { nftAnswer } from '../../../src/shared/api-schemas/nfts.ts'
import { appState, createdKey, scopes } from '../../../src/shared/app-api.ts'
import { type Caller, callerOf, windowOf, withCore, withFolder } from '../../core/trial-core.ts'
import { addressOf, faultOf, type Operation, operationsOf } from '../described.ts'

const base = '/api/2022-06-09'
const trial = { trial: { chains: { confirmations: 1 }, blocks: 200 } }
/** What leaves nothing for others to be tried on comes last. */
const last = ['mintNft', 'putNft', 'mintSft', 'deleteNft']
/** An edition is of a semi-fungible collection. */
const placeOf = (example: unknown): Record<string, string> =>
  JSON.stringify(example)?.includes('"templateId"') === true ? { collectionId: 'tickets' } : {}

/** What the examples name is there: NFTs that are minted, a template, wallets. */
async function prepare(call: Caller, operations: Operation[]): Promise<void> {
  const example = (id: string, at = 0) => operations.find((operation) => operation.id === id)?.examples[at]
  await call('PUT', `${base}/collections/tickets`, {
    chain: 'polygon',
    metadata: { name: 'Tickets' },
    fungibility: 'semi-fungible',
  })
  await call('PUT', `${base}/collections/tickets/templates/gold-ticket`, example('putTemplate'))
  await call('PUT', `${base}/collections/default/nfts/ticket-1`, example('putNft'))
}

/** What examples of transfers cannot know, by operation: NFTs in wallets of the project. */
async function prepareTransfers(window: Caller, call: Caller): Promise<Record<string, object>> {
  const [project] = appState.parse((await window('GET', '/app/state')).json).projects
  await window('PATCH', `/app/projects/${project?.id}`, { enterprise: true })
  await call('PUT', `${base}/collections/moved`, { chain: 'polygon', metadata: { name: 'Moved' } })
  const metadata = { name: 'Moved', image: 'ipfs://bafkqaaa' }
  const minted = async (id: string, recipient: string) => {
    await call('PUT', `${base}/collections/moved/nfts/${id}`, { recipient, metadata })
    await expect
      .poll(async () => (await call('GET', `${base}/actions/${id}`)).json, { timeout: 60_000 })
      .toMatchObject({ status: 'succeeded' })
    return nftAnswer.parse((await call('GET', `${base}/collections/moved/nfts/${id}`)).json).onChain
  }
  const first = await minted('a', 'userId:user-17:polygon')
  const second = await minted('b', 'email:ada@example.com:polygon')
  return {
    transferNft: { fromAddress: first.owner, tokenMintAddress: first.contractAddress, tokenId: first.tokenId },
    transferWalletNft: { contractAddress: second.contractAddress, tokenId: second.tokenId },
  }
}

describe('the examples of /openapi.json', () => {
  it('are taken by a served core, and answered as the description says', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const window = await windowOf(core)
          const { key } = createdKey.parse((await window.call('POST', '/app/keys', { name: 'examples', scopes })).json)
          const call = callerOf(core.url, { 'x-api-key': key })
          const described = operationsOf((await call('GET', '/openapi.json')).json)
          const operations = [
            ...described.filter(({ id }) => !last.includes(id)),
            ...last.flatMap((id) => described.filter((operation) => operation.id === id)),
          ]
          await prepare(call, operations)
          await expect
            .poll(async () => (await call('GET', `${base}/actions/ticket-1`)).json, { timeout: 60_000 })
            .toMatchObject({ status: 'succeeded' })

          const minted = nftAnswer.parse((await call('GET', `${base}/collections/default/nfts/ticket-1`)).json)
          const { chain, contractAddress, tokenId } = minted.onChain
          // What no example can know.
          const values = { locator: `${chain}:${contractAddress}:${tokenId}` }
          const moved = await prepareTransfers(window.call, call)
          const queries: Record<string, string> = { listWallets: '?email=ada@example.com' }
          const wrong: string[] = []
          for (const operation of operations) {
            if (operation.body !== undefined && operation.examples.length === 0)
              wrong.push(`${operation.method} ${operation.path}: no example of a body`)
            // Those for Solana need its programs: test/solana/examples.chain.test.ts. Those for Aptos: test/aptos/examples.chain.test.ts.
            const examples = operation.examples.filter((example) => !/solana|aptos/.test(JSON.stringify(example)))
            for (const example of operation.body === undefined ? [undefined] : examples) {
              // A template that was removed by its own example is made anew.
              await prepare(call, operations)
              const { status, json, text } = await call(
                operation.method,
                `${addressOf(operation, { ...placeOf(example), ...values })}${queries[operation.id] ?? ''}`,
                moved[operation.id] ? { ...Object(example), ...moved[operation.id] } : example,
              )
              const fault =
                status >= 200 && status < 300 ? faultOf(operation.answers.get(status), json ?? undefined) : text
              if (fault !== undefined) wrong.push(`${operation.method} ${operation.path}: ${status}: ${fault}`)
            }
          }
          expect(wrong).toEqual([])
        },
        trial,
      ),
    )
  })
})
