/** The environment variable in which a server or a test may give the seed instead of a vault. */
export const liveSeedVariable = 'MINTDESK_LIVE_SEED'

/** The environment variable in which a server may give the vault's passphrase. */
export const passphraseVariable = 'MINTDESK_PASSPHRASE'

/** The environment variable in which programs for S3 take the secret of an access key. */
const bucketSecretVariable = 'AWS_SECRET_ACCESS_KEY'

/** Whether a variable of the environment is secret: what opens live keys or buckets, and keys of providers (`MINTDESK_…_KEY`). */
export function isSecretVariable(name: string): boolean {
  return [liveSeedVariable, passphraseVariable, bucketSecretVariable].includes(name) || /^MINTDESK_\w+_KEY$/.test(name)
}

/** The environment without what is secret in it: for every program that is started beside the core. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecretVariable(name)))
}
