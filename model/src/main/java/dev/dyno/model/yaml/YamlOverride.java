package dev.dyno.model.yaml;

/**
 * A value that stands in for the one that a file has, or for none.
 *
 * @param place what names it for the user if something is wrong with it
 * @param path of the value in the file: keys with dots between, and the place in a list, from 0, in brackets, like {@code
 *     producers[0].message.size}
 * @param value as it would stand in the file; {@code ~} is as if the key were not there
 */
public record YamlOverride(String place, String path, String value) {}
