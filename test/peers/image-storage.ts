/** Options of buildah for images and containers in a folder: plain files, which need neither a driver nor a service. */
export const imageStorage = (folder: string): readonly string[] =>
  `--storage-driver vfs --root ${folder}/images --runroot ${folder}/run`.split(' ');
