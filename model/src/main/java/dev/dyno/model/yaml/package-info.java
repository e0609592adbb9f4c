/**
 * YAML files read strictly: every key must be known and every value right, and all errors are reported at once, each with file,
 * line, column, and the line itself.
 *
 * <p>The nodes of snakeyaml-engine are read directly and not bound to classes: only nodes know their line and column, and a cold
 * JVM reads a file in 0.09 s instead of 0.46 s.
 */
package dev.dyno.model.yaml;
