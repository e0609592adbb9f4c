package dev.dyno.model.yaml;

/**
 * Place of a value in a file.
 *
 * @param line from 1
 * @param text of a single value; empty for a mapping or a list
 */
public record YamlPlace(int line, String text) {}
