/** The environment variable in which a server or a test may give the seed instead of a vault. */
export const liveSeedVariable = 'MINTDESK_LIVE_SEED'

/** The environment variable in which a server may give the vault's passphrase. */
export const passphraseVariable = 'MINTDESK_PASSPHRASE'

/** The environment variable from which programs for S3 read the secret of an access key. */
const bucketSecretVariable = 'AWS_SECRET_ACCESS_KEY'

/** Whether an environment variable is secret: seed, passphrase, the secret of an access key, and keys of providers (`MINTDESK_…_KEY`). */
export function isSecretVariable(name: string): boolean {
  return [liveSeedVariable, passphraseVariable, bucketSecretVariable].includes(name) || /^MINTDESK_\w+_KEY$/.test(name)
}

/** The environment without secrets, for programs that the core starts. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecretVariable(name)))
}
