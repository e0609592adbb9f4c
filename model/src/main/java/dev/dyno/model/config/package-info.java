/**
 * Settings of a load, each declared once: the flag, the environment variable, the key in a workload file with its schema, the
 * stored configuration and the reference page are made from the declaration.
 */
package dev.dyno.model.config;
