/** Options of several verbs: declared for picocli, with defaults from the environment, and read into settings. */
package dev.dyno.cli.options;
