package dev.dyno.model.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Content of message bodies: random bytes, or files. Dyno's head replaces the first bytes of each. */
public sealed interface Payloads {

    /**
     * Payloads that Dyno makes at random.
     *
     * @param count number for a group of producers in one process
     * @param compressibility share of each body that compresses away: 0 = random bytes, 1 = nothing random
     */
    record Made(int count, double compressibility) implements Payloads {

        private static final int DEFAULT_COUNT = 1_000;
        private static final int DEFAULT_BYTES = 16 << 20;

        /** Default number of payloads: fewer if bodies are large, to save memory. */
        public static int defaultCount(SizeDistribution sizes) {
            return (int) Math.max(1, Math.min(DEFAULT_COUNT, DEFAULT_BYTES / Math.max(1, memoryOfOne(sizes))));
        }

        /** Memory of one payload in bytes: a body of the largest size, and the checksum of each size. */
        public static long memoryOfOne(SizeDistribution sizes) {
            return sizes.max() + (long) Integer.BYTES * (sizes.max() - sizes.min());
        }

        /** The default number of random payloads. */
        public static Made byDefault(SizeDistribution sizes) {
            return new Made(defaultCount(sizes), 0);
        }
    }

    /**
     * Unchanged files, in the order of their names.
     *
     * @param path of the file or folder
     * @param files at least one
     */
    record FromFiles(Path path, List<OneFile> files) implements Payloads {

        /**
         * Reads a file, or the files of a folder without hidden ones and subfolders.
         *
         * @throws IOException if one of them cannot be read
         */
        public static FromFiles read(Path path) throws IOException {
            if (!Files.isDirectory(path)) {
                return new FromFiles(path, List.of(OneFile.read(path)));
            }
            try (Stream<Path> inside = Files.list(path)) {
                return new FromFiles(
                        path,
                        inside.filter(file -> Files.isRegularFile(file)
                                        && !file.getFileName().toString().startsWith("."))
                                .sorted()
                                .map(OneFile::readUnchecked)
                                .toList());
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }

        public SizeDistribution sizes() {
            Map<Integer, Long> bySize =
                    files.stream().collect(Collectors.groupingBy(OneFile::bytes, TreeMap::new, Collectors.counting()));
            return bySize.size() == 1
                    ? SizeDistribution.fixed(files.get(0).bytes())
                    : new SizeDistribution.Weighted(bySize.entrySet().stream()
                            .map(size -> new SizeDistribution.Weight(
                                    size.getKey(), size.getValue().intValue()))
                            .toList());
        }

        public long totalBytes() {
            return files.stream().mapToLong(OneFile::bytes).sum();
        }

        /** Checksum of all contents: two runs with equal checksums have sent the same bytes. */
        private int checksum() {
            ByteBuffer all = ByteBuffer.allocate(files.size() * Integer.BYTES);
            files.forEach(file -> all.putInt(file.crc()));
            return OneFile.crcOf(all.array());
        }

        /** Path and summary of the content, for a stored run. */
        public String described() {
            return String.format(
                    Locale.ROOT,
                    "%s (%,d %s, %,d B, crc %08x)",
                    path,
                    files.size(),
                    files.size() == 1 ? "file" : "files",
                    totalBytes(),
                    checksum());
        }

        @Override
        public String toString() {
            return path.toString();
        }
    }

    /**
     * One file.
     *
     * @param crc CRC-32C of its content
     */
    record OneFile(Path file, int bytes, int crc) {

        private static OneFile read(Path file) throws IOException {
            if (!Files.isRegularFile(file)) {
                throw new IOException(file + " is no file");
            }
            byte[] content = Files.readAllBytes(file);
            return new OneFile(file, content.length, crcOf(content));
        }

        private static OneFile readUnchecked(Path file) {
            try {
                return read(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * Content of the file.
         *
         * @throws IOException if it cannot be read, or has changed since it was first read
         */
        public byte[] content() throws IOException {
            byte[] content = Files.readAllBytes(file);
            if (content.length != bytes || crcOf(content) != crc) {
                throw new IOException(file + " has changed since the workload was read");
            }
            return content;
        }

        private static int crcOf(byte[] content) {
            CRC32C checksum = new CRC32C();
            checksum.update(content);
            return (int) checksum.getValue();
        }
    }
}
