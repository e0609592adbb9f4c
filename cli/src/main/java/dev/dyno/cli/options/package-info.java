/** Options of several verbs: declared for picocli, with defaults from the environment, and read into settings. */
@NullMarked
package dev.dyno.cli.options;

import org.jspecify.annotations.NullMarked;
