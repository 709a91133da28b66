/** The oldest Node that runs Mintdesk: what undici 8 asks for. better-sqlite3 13 needs Node-API 10, which is older. */
export const neededNode = '22.19'

/** @param version as `process.versions.node` says it */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = neededNode.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}
