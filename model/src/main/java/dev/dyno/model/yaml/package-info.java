/**
 * YAML files read strictly: every key must be known and every value right, and all errors are reported at once, each with file,
 * line, column, and the line itself.
 *
 * <p>On the nodes of snakeyaml-engine rather than by binding: only they know where a value stands, and a cold JVM reads them in
 * 0.09 s instead of 0.46 s.
 */
package dev.dyno.model.yaml;
