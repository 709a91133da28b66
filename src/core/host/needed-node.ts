/** The oldest Node that runs Mintdesk: undici 8 requires it. better-sqlite3 13 needs Node-API 10, which is older. */
export const neededNode = '22.19'

/** @param version in the form of `process.versions.node` */
export function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [neededMajor = 0, neededMinor = 0] = neededNode.split('.').map(Number)
  return major > neededMajor || (major === neededMajor && minor >= neededMinor)
}
