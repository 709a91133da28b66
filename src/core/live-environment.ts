/** The environment variable in which a server or a test may give the seed instead of a vault. */
export const liveSeedVariable = 'MINTDESK_LIVE_SEED'

/** The environment variable in which a server may give the vault's passphrase. */
export const passphraseVariable = 'MINTDESK_PASSPHRASE'

/** The environment without what opens live keys: for every program that is started beside the core. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { [liveSeedVariable]: _seed, [passphraseVariable]: _passphrase, ...rest } = env
  return rest
}
