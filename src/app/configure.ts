import { type Config, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { EXIT_CONFIGURATION, errorCode, Fault } from './fault.ts';

/** The configuration from the environment, with what `.env` adds to it. @throws Fault */
export function configure(): Config {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw new Fault('The file .env cannot be read.');
  }
  const config = readConfig(process.env);
  if (config instanceof ConfigError) throw new Fault(config.message, EXIT_CONFIGURATION);
  return config;
}
