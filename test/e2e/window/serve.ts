/**
 * A real core for the tests of the page, as a process of its own: `node serve.ts <data folder>`. Says `{url, ticket}` on its first
 * line, and `{ticket}` for every line it is sent; ends with SIGTERM. With MINTDESK_TEST_HALTED in its environment `default-polygon` is stopped for
 * that reason, as the engine stops a collection; with MINTDESK_TEST_BLOCKS=manual the practice networks make no blocks by themselves, with a number one in so many milliseconds; with
 * MINTDESK_TEST_PUBLIC_URL it is a server at that address, and its first line has the `link` of its first admin, `anna`.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openCore } from '../../../src/core/index.ts'
import { openPeople } from '../../../src/core/people/people.ts'
import { haltCollection } from '../../../src/core/store/collections/halting.ts'
import { openStore } from '../../../src/core/store/sqlite/open.ts'

const root = join(import.meta.dirname, '../../..')
const publicUrl = process.env.MINTDESK_TEST_PUBLIC_URL
const blocks = process.env.MINTDESK_TEST_BLOCKS
const open = () =>
  openCore({
    dataDir: process.argv[2] ?? '',
    port: 0,
    version: 'test',
    webRoot: process.argv[3] ?? join(root, 'out/renderer'),
    resourcesDir: join(root, 'resources'),
    env: process.env,
    server: { publicUrl },
    trial: blocks === undefined ? undefined : { blocks: blocks === 'manual' ? blocks : Number(blocks) },
  })
const halted = process.env.MINTDESK_TEST_HALTED
if (halted !== undefined) await halt(halted)
const link = publicUrl === undefined ? undefined : await invite()
const core = await open()
const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const close = (): void => {
  core.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
createInterface({ input: process.stdin }).on('line', () => say({ ticket: core.ticket() }))
say({ url: core.url, ticket: core.ticket(), link })

/** Before the core opens: it keeps in memory what it reads. */
async function halt(reason: string): Promise<void> {
  await (await open()).close()
  const { db, close } = openStore(join(process.argv[2] ?? '', 'mintdesk.db'))
  const { pk } = await db
    .selectFrom('collections')
    .select('pk')
    .where('id', '=', 'default-polygon')
    .executeTakeFirstOrThrow()
  await haltCollection(db, pk, reason)
  await close()
}

/** As `mintdesk users add` does, before there is a server. */
async function invite(): Promise<string> {
  const { db, close } = openStore(join(process.argv[2] ?? '', 'mintdesk.db'))
  const { secret } = await openPeople(db, Date.now).add('anna', 'admin')
  await close()
  return `${publicUrl}/#invitation=${secret}`
}
