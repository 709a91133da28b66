import { expect, it } from 'vitest'
import { withoutSecrets } from '../../src/core/lib/live-environment.ts'

it('programs beside the core are started without what opens live keys or buckets, and without providers’ keys', () => {
  const plain = { PATH: '/bin', MINTDESK_HOME: '/data', MINTDESK_LOG: 'info' }
  const secret = { MINTDESK_LIVE_SEED: 'a', MINTDESK_PASSPHRASE: 'b', MINTDESK_ALCHEMY_KEY: 'c' }
  const ofBucket = { AWS_SECRET_ACCESS_KEY: 'd' }
  expect(withoutSecrets({ ...plain, ...secret, ...ofBucket })).toEqual(plain)
})
