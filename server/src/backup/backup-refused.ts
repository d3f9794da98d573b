/** The file is not, or no longer, a backup of ours, or must not be restored here; the message is one sentence. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}
