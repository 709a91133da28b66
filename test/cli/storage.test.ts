import { expect, it } from 'vitest'
import { withCore, withFolder } from '../core/trial-core.ts'
import { openKuboNode } from '../metadata/kubo-node.ts'
import { openS3Double } from '../metadata/services/s3-double.ts'
import { cli } from './run-cli.ts'

it('the storage is set, tested, shown without its secret, and taken away on the command line', {
  timeout: 120_000,
}, async () => {
  const node = await openKuboNode()
  const bucket = await openS3Double()
  node.authorization = 'Bearer s3cret'
  await withFolder((home) =>
    withCore(home, async () => {
      expect((await cli(home, 'storage')).stdout).toContain('No storage is set.')
      const refused = await cli(home, 'storage', 'set', 'kubo', node.url, '--auth', 'bearer:wrong-one')
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(/^The IPFS node at \S+ refuses the request \(403\): give the token.*\n$/)
      expect(refused.stderr).not.toContain('wrong-one')
      const set = await cli(home, 'storage', 'set', 'kubo', node.url, '--auth', 's3cret', '--json')
      expect(JSON.parse(set.stdout)).toEqual({
        service: {
          ...{ kind: 'kubo', url: node.url, auth: 'bearer', version: 'Kubo 0.39.0', pinned: 0 },
          ...{ uriPrefix: 'ipfs://', publicUrl: null, bucket: null },
        },
      })
      const shown = await cli(home, 'storage', 'show')
      expect(shown.stdout).toContain(`Kubo 0.39.0 at ${node.url}`)
      expect(shown.stdout + shown.stderr + set.stdout).not.toContain('s3cret')
      expect(JSON.parse((await cli(home, 'storage', 'test', '--json')).stdout)).toMatchObject({ ok: true })
      await node.close()
      const down = await cli(home, 'storage', 'test')
      expect(down).toMatchObject({ code: 1, stdout: '' })
      expect(down.stderr).toContain('does not answer (nothing listens there)')
      const { publicUrl, ...s3 } = bucket
      const place = ['--bucket', 'nfts', '--key-id', s3.accessKeyId, '--public-url', publicUrl]
      const inBucket = await cli(home, 'storage', 'set', 's3', s3.url, ...place, '--auth', s3.secretAccessKey)
      expect(inBucket.stdout).toContain(`S3 bucket nfts at ${s3.url}`)
      expect(inBucket.stdout.replace(/\s+/g, ' ')).toContain(`name their metadata at ${publicUrl} for good`)
      expect(inBucket.stdout + inBucket.stderr).not.toContain(s3.secretAccessKey)
      expect((await cli(home, 'storage', 'off')).stdout).toContain('No storage is set any more.')
      expect((await cli(home, 'storage', 'test')).stderr).toContain('no storage is set')
    }),
  )
  await bucket.close()
})
