package dev.dyno.report;

/**
 * What stands out in a run, in plain language: not whether the numbers can be trusted, which is the verdict, but what made
 * them.
 *
 * @param code stable short name, for machines: lower case words with dashes
 * @param sentence for people
 */
public record Finding(String code, String sentence) {}
