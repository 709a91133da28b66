/** `/openapi.json` as other programs read it: validators, and makers of clients. */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compileErrors, validate } from '@readme/openapi-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultOf, type Operation, operationsOf } from './described.ts'
import { type OpenApi, openApi } from './open-api.ts'

let api: OpenApi
let text: string
let operations: Operation[]
beforeAll(async () => {
  api = await openApi()
  text = (await api.call('GET', '/openapi.json')).text
  operations = operationsOf(JSON.parse(text))
})
afterAll(() => api.close())

it('is valid by the parser of readme and the recommended rules of redocly', async () => {
  // Each parser changes what it is given.
  const result = await validate(JSON.parse(text))
  expect(result.valid ? '' : compileErrors(result)).toBe('')
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-server-example.com': 'off' } })
  const found = await lintFromString({ source: text, config })
  expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('names each operation once, with every status that it can answer and an example of every answer', () => {
  const ids = operations.map(({ id }) => id)
  expect([new Set(ids).size, ids.includes('')]).toEqual([operations.length, false])
  for (const { id, answers, answerExamples, body, examples } of operations) {
    expect([id, [...answers.keys()]]).toEqual([id, expect.arrayContaining([405, 500])])
    const [[status, schema] = [0, null]] = [...answers].filter(([status]) => status < 300)
    const shown = Object.entries(answerExamples.get(status) ?? {})
    if (schema !== null && status !== 202) expect([id, shown.length]).not.toEqual([id, 0])
    for (const [name, example] of shown) expect([id, name, faultOf(schema, example)]).toEqual([id, name, undefined])
    for (const example of body === undefined ? [] : examples)
      expect([id, faultOf(body, example)]).toEqual([id, undefined])
  }
})

it('has examples of every family of chains', () => {
  const of = (id: string) => {
    const operation = operations.find((one) => one.id === id)
    return JSON.stringify([operation?.examples, Object.fromEntries(operation?.answerExamples ?? [])])
  }
  for (const id of ['putCollection', 'mintNft', 'putNft', 'createWallet', 'transferNft', 'transferWalletNft'])
    for (const chain of ['polygon', 'solana', 'aptos'])
      expect([id, of(id)]).toEqual([id, expect.stringContaining(chain)])
  for (const chain of ['polygon', 'solana', 'aptos', 'cardano']) expect(of('listWalletNfts')).toContain(chain)
})

it('makes a client that compiles under strict, and works', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-client-'))
  try {
    await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(JSON.parse(text))))
    const main = join(folder, 'main.ts')
    await writeFile(main, program)
    // Packages are found as a program of somebody else's finds them.
    await symlink(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
    const options: ts.CompilerOptions = {
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true, types: [] },
      ...{ target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], module: ts.ModuleKind.ESNext },
      ...{ moduleResolution: ts.ModuleResolutionKind.Bundler, skipLibCheck: true },
    }
    const found = ts.getPreEmitDiagnostics(ts.createProgram([main], options))
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { mint } = await import(pathToFileURL(main).href)
    const id = await mint(url, api.key)
    expect((await api.call('GET', `/api/2022-06-09/collections/default/nfts/${id}`)).body).toMatchObject({ id })
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** What the types must allow, and what they must refuse. */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './api'
export async function mint(baseUrl: string, key: string): Promise<string | undefined> {
  const client = createClient<paths>({ baseUrl, headers: { 'X-API-KEY': key } })
  const path = { collectionId: 'default-polygon' }
  const { data, error } = await client.POST('/api/2022-06-09/collections/{collectionId}/nfts', {
    params: { path },
    body: { recipient: 'email:ada@example.com:polygon', metadata: { name: 'Badge', image: 'https://example.com/a.png' } },
  })
  if (error) throw new Error(error.message + error.code)
  const page = await client.GET('/api/2022-06-09/collections/{collectionId}/nfts', { params: { path, query: { page: '2' } } })
  const shown = (page.data ?? []).map((nft) => [nft.onChain.status satisfies 'pending' | 'success' | 'failed', nft.action])
  if (shown.length > 0) throw new Error('the second page holds something')
  const wrong = () => [
    // @ts-expect-error there is no such route
    client.GET('/api/2022-06-09/collection'),
    // @ts-expect-error a recipient is required
    client.PUT('/api/2022-06-09/collections/{collectionId}/nfts/{id}', { params: { path: { ...path, id: 'a' } }, body: {} }),
  ]
  if (wrong.length > 0) throw new Error('these take nothing')
  return 'results' in data ? data.results[0]?.id : data.actionId
}
`
