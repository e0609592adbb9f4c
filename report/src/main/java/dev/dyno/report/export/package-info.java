/** Runs in formats of other tools: CSV, JSON, JUnit, and the outputs of Artemis and the OpenMessaging Benchmark. */
package dev.dyno.report.export;
