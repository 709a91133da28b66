/** The parts of `npm run test:live`: those that a service of ours can play do what they say, and docs/unproven.md names each of them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, withFolder } from '../core/trial-core.ts'
import { openS3Double } from '../metadata/services/s3-double.ts'
import { lacking, liveParts } from './parts.ts'

const pages = () => readFile(join(root, 'docs/unproven.md'), 'utf8')

it('docs/unproven.md has every part with its command and what it needs, and no other', async () => {
  const rows = (await pages()).split('\n').filter((line) => line.includes('npm run test:live'))
  const named = rows.flatMap((row) =>
    [...row.matchAll(/npm run test:live -- --part ([\w-]+)/g)].map(([, name]) => name),
  )
  expect(named.toSorted()).toEqual(liveParts.map(({ name }) => name).toSorted())
  for (const { name, needs } of liveParts) {
    const row = rows.find((one) => one.includes(`--part ${name}\``)) ?? ''
    for (const variable of needs) expect(row, name).toContain(variable)
  }
})

it('every script that docs/unproven.md names is there', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const named = [...(await pages()).matchAll(/`npm run ([\w:-]+)/g)].map(([, name]) => name)
  expect(named.filter((name) => !Object.keys(scripts).includes(name ?? ''))).toEqual([])
})

it('without what it needs a part is skipped, and says which variables', () => {
  for (const part of liveParts) expect(lacking(part, {})).toContain(`set ${part.needs.join(', ')}`)
})

it.each(['storage-s3', 'backup-s3'])('%s goes through with a bucket, and fails with another key', async (name) => {
  const bucket = await openS3Double()
  const part = liveParts.find((one) => one.name === name)
  if (!part) throw new Error('no such part')
  const given = {
    MINTDESK_TEST_BUCKET_ENDPOINT: bucket.url,
    MINTDESK_TEST_BUCKET_NAME: 'nfts',
    MINTDESK_TEST_BUCKET_KEY_ID: bucket.accessKeyId,
    MINTDESK_TEST_BUCKET_SECRET: bucket.secretAccessKey,
    MINTDESK_TEST_BUCKET_PUBLIC_URL: bucket.publicUrl,
  }
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await withFolder((folder) => part.run({ folder, given, say }))
  expect(said.at(-1)).toMatch(/is whole\.$|seen|found|finds/)
  const wrong = { ...given, MINTDESK_TEST_BUCKET_SECRET: 'wr0ng' }
  await withFolder((folder) => expect(part.run({ folder, given: wrong, say })).rejects.toThrow(/copy the key/))
  await bucket.close()
})
