import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NameAnswer } from '../../src/core/chains/family/names.ts'
import { confirmedNames } from '../../src/core/imports/confirmed-names.ts'
import { createImports, type NewImport } from '../../src/core/imports/imports.ts'
import { checksumEvmDigits } from '../../src/shared/address.ts'
import type { Finding, Import } from '../../src/shared/app-api.ts'
import type { RowMetadata } from '../../src/shared/spreadsheet/row-metadata.ts'
import { programFile } from '../core/built-programs.ts'
import { openFreshStore } from '../store/fresh-store.ts'

export const root = join(import.meta.dirname, '../..')

/**
 * A core's imports on a fresh folder with one project and the collections `default-polygon`, `default-solana` and `default-aptos`.
 * @param workerFile the program of the threads; the usual one without one
 */
export async function openImports(kind: 'practice' | 'live' = 'practice', workerFile = programFile('import-worker')) {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-imports-'))
  const storeFile = join(dir, 'mintdesk.sqlite')
  const { db, close } = await openFreshStore(storeFile)
  await db
    .insertInto('projects')
    .values({ id: 'p', idx: 0, name: 'Shop', kind, enterprise: 0, created_at: 1 })
    .execute()
  for (const chain of ['polygon', 'solana', 'aptos']) {
    const metadata = JSON.stringify({ name: 'Default', description: '', imageUrl: '', symbol: 'D' })
    const fixed = { contract_kind: 'economy', fungibility: 'non-fungible', metadata, reupload: 1 } as const
    await db
      .insertInto('collections')
      .values({ project_id: 'p', id: `default-${chain}`, chain, ...fixed, state: 'new', created_at: 1 })
      .execute()
  }
  const changes: Import[] = []
  const network = { silent: false, now: 0, contracts: new Set<string>(), names: new Map<string, NameAnswer>() }
  const asked: string[] = []
  const contractQuestions: number[] = []
  const importsIn = (folder: string) =>
    createImports({
      store: db,
      storeFile,
      dir: join(dir, folder),
      workerFile,
      contractsAmong: async (_projectId, chain, addresses) => {
        contractQuestions.push(addresses.length)
        if (network.silent) throw new Error('no answer')
        return addresses.filter((one) => network.contracts.has(`${chain} ${one}`))
      },
      namesOn: async (_projectId, _chain, names) => {
        asked.push(...names)
        if (network.silent) throw new Error('no answer')
        return names.map((name) => network.names.get(name) ?? { kind: 'none', why: `${name} leads to no address.` })
      },
      confirmed: confirmedNames(() => network.now),
      onChange: (change) => changes.push(change.import),
    })
  const imports = importsIn('imports')
  let files = 0
  return {
    dir,
    db,
    imports,
    /** Those that lie in another folder of it. */
    importsIn,
    /** What the network answers: contracts as `<chain> <address in lower case>`. */
    network,
    /** Names that the network was asked for. */
    asked,
    /** Of how many addresses the network was asked whether they are contracts, one entry a question. */
    contractQuestions,
    /** What was told of imports, in order. */
    changes,
    async write(content: string | Uint8Array): Promise<string> {
      files++
      const file = join(dir, `sheet-${files}.csv`)
      await writeFile(file, content)
      return file
    },
    /** Checks a file to the end. */
    async check(content: string | Uint8Array, request: Partial<NewImport> = {}): Promise<Import> {
      const file = await this.write(content)
      const base = { projectId: 'p', collectionId: 'default-polygon', file, name: 'sheet.csv' }
      const { id } = await imports.start({ ...base, ...request })
      return imports.done(id)
    },
    async close(): Promise<void> {
      await imports.close()
      await close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The n-th of many EVM addresses that nobody has, with its checksum. */
export function address(n: number): string {
  return checksumEvmDigits(createHash('sha256').update(`imports ${n}`).digest('hex').slice(0, 40))
}

export type Opened = Awaited<ReturnType<typeof openImports>>

/** Everything an async iterable gives. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

export const image = 'https://example.com/1.png'

/** A spreadsheet of these rows under the usual header. */
export const sheet = (...rows: string[]) => ['recipient,name,image,quantity,id', ...rows, ''].join('\n')

/** What findings are, without their sentences. */
export const brief = (findings: Finding[]) => findings.map(({ row, column, code, level }) => [row, column, code, level])

/** The NFTs that an import is to mint, their metadata as JSON is read. */
export async function readyMints({ imports }: Opened, id: string) {
  const mints = await all(imports.readyMints(id))
  return mints.map(({ metadata, ...mint }) => ({
    ...mint,
    ...(metadata === undefined ? {} : { metadata: JSON.parse(metadata) as RowMetadata }),
  }))
}
