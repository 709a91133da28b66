import { createPublicClient, http } from 'viem'
import { expect } from 'vitest'
import { collection721 } from '../../resources/contracts/artifacts/collection-721.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import type { OpenEngine } from './open-engine.ts'

/** The owners of the tokens of `default-polygon` after the first so many, lower case, by token id: read past everything of ours. */
export async function owners(engine: OpenEngine, after = 0): Promise<string[]> {
  const { contract_address } = await engine.db
    .selectFrom('collections')
    .select('contract_address')
    .where('pk', '=', engine.collectionPk)
    .executeTakeFirstOrThrow()
  const { rpcUrl } = (await engine.practice?.network('polygon').start()) ?? {}
  const client = createPublicClient({ transport: http(rpcUrl, { batch: true }) })
  const contract = { address: contract_address as `0x${string}`, abi: collection721.abi } as const
  const minted = Number(await client.readContract({ ...contract, functionName: 'minted' }))
  return Promise.all(
    Array.from({ length: minted - after }, async (_, index) =>
      (
        await client.readContract({ ...contract, functionName: 'ownerOf', args: [BigInt(after + index + 1)] })
      ).toLowerCase(),
    ),
  )
}

/** The journal and the chain say the same of `default-polygon`: each mint once, by token id, and all of them succeeded. `after`: owners looked at before. */
export async function expectTruth(engine: OpenEngine, mints: number, after = 0): Promise<void> {
  const rows = await mintsNow(engine.db)
    .select(['address', 'token_id', 'state', 'error_message'])
    .where('collection_pk', '=', engine.collectionPk)
    .execute()
  expect(rows.filter(({ state }) => state !== 'succeeded')).toEqual([])
  expect(rows.map(({ token_id }) => token_id).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
    Array.from({ length: mints }, (_, index) => index + 1),
  )
  const held = await owners(engine, after)
  const told = rows.filter(({ token_id }) => (token_id ?? 0) > after)
  expect(held).toHaveLength(mints - after)
  for (const { address, token_id } of told) expect(held[(token_id ?? 0) - after - 1]).toBe(address?.toLowerCase())
}
