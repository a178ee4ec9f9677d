interface ImportMetaEnv {
  /** Put in by the build where it is told another one than the default. */
  readonly MADE_IN?: { name: string; href: string };
}
