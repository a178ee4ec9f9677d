interface ImportMetaEnv {
  /** Set by a build with another value than the default. */
  readonly MADE_IN?: { name: string; href: string };
}
