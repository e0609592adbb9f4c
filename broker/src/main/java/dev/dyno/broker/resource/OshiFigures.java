package dev.dyno.broker.resource;

import dev.dyno.model.result.ResourceMetric;
import java.io.IOException;
import java.util.List;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.hardware.HWDiskStore;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/** Figures on any system that the library OSHI supports; slower than /proc, and without the run queue. */
final class OshiFigures implements OperatingSystemFigures {

    /** Readings between two searches for children: each search examines every process of the host. */
    private static final int LOOK_EVERY = 10;

    private final SystemInfo system = new SystemInfo();
    private long looks;

    @Override
    public ProcessFigures process(long pid) throws IOException {
        OperatingSystem os = system.getOperatingSystem();
        OSProcess process = os.getProcess(Math.toIntExact(pid));
        if (process == null) {
            throw new IOException("there is no process " + pid);
        }
        return new ProcessFigures() {
            @Override
            public Figures read() throws IOException {
                return figures(process, pid);
            }

            @Override
            public List<Long> children() {
                return ProcessFigures.childrenByHandle(pid);
            }
        };
    }

    @Override
    public long births() {
        return looks++ / LOOK_EVERY;
    }

    private static ProcessFigures.Figures figures(OSProcess process, long pid) throws IOException {
        if (!process.updateAttributes()) {
            throw new IOException("process " + pid + " has ended");
        }
        return new ProcessFigures.Figures(
                process.getResidentMemory(),
                process.getVirtualSize(),
                (process.getKernelTime() + process.getUserTime()) / 1e3,
                -1,
                -1,
                process.getThreadCount(),
                process.getOpenFiles(),
                process.getBytesRead(),
                process.getBytesWritten());
    }

    @Override
    public FigureReader host() {
        return new Host(
                system.getHardware().getProcessor(),
                system.getHardware().getMemory(),
                system.getHardware().getDiskStores());
    }

    private static final class Host implements FigureReader {

        private final CentralProcessor processor;
        private final GlobalMemory memory;
        private final List<HWDiskStore> disks;
        private final Busiest disk = new Busiest(ResourceMetric.DISK_BUSY);
        private final Busiest core = new Busiest(ResourceMetric.CPU_BUSIEST_CORE);

        Host(CentralProcessor processor, GlobalMemory memory, List<HWDiskStore> disks) {
            this.processor = processor;
            this.memory = memory;
            this.disks = disks;
        }

        @Override
        public void read(ResourceReading into, long nowNs) {
            long[] millis = processor.getSystemCpuLoadTicks();
            into.counter(ResourceMetric.CPU, busyMillis(millis) / 1e3)
                    .counter(ResourceMetric.CPU_STOLEN, millis[TickType.STEAL.getIndex()] / 1e3)
                    .level(ResourceMetric.MEMORY_AVAILABLE, memory.getAvailable());
            long[][] cores = processor.getProcessorCpuLoadTicks();
            for (int i = 0; i < cores.length; i++) {
                core.add(Integer.toString(i), busyMillis(cores[i]) / 1e3);
            }
            core.read(into, nowNs);
            double read = 0;
            double written = 0;
            for (HWDiskStore store : disks) {
                if (store.updateAttributes()) {
                    read += store.getReadBytes();
                    written += store.getWriteBytes();
                    disk.add(store.getName(), store.getTransferTime() / 1e3);
                }
            }
            into.counter(ResourceMetric.DISK_READ, read).counter(ResourceMetric.DISK_WRITE, written);
            disk.read(into, nowNs);
        }

        private static long busyMillis(long[] millis) {
            long busy = 0;
            for (TickType type : TickType.values()) {
                boolean idle = type == TickType.IDLE || type == TickType.IOWAIT || type == TickType.STEAL;
                busy += idle ? 0 : millis[type.getIndex()];
            }
            return busy;
        }
    }
}
