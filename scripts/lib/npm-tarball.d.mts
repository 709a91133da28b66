export function packTarball(folder: string): Promise<string>
