package dev.dyno.model.yaml;

/**
 * Where something stands in a file.
 *
 * @param line from 1
 * @param text of a single value; empty of a mapping or a list
 */
public record YamlPlace(int line, String text) {}
