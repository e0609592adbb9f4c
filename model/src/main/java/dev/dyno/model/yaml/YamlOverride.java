package dev.dyno.model.yaml;

/**
 * Value that replaces a value of a file or is added to it.
 *
 * @param place name of the value for the user, for an error
 * @param path of the value in the file: keys with dots between, and the index in a list, from 0, in brackets, for example {@code
 *     producers[0].message.size}; empty brackets are all elements
 * @param value as it would be written in the file; {@code ~} removes the key
 */
public record YamlOverride(String place, String path, String value) {}
