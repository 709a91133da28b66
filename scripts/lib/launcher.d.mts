export function launcher(platform: string): string
