"""Check whether a GPU is available for exact counts and simulations."""


def why_unavailable() -> str | None:
    """Why nothing can be computed on a GPU here, in one line; None if it can."""
    try:
        import cupy
    except ImportError:
        return "no GPU: CuPy is not installed (extra gpu12 or gpu13)"
    try:
        if cupy.cuda.runtime.getDeviceCount() > 0:
            return None
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return f"no GPU: {error}"
    return "no GPU: CUDA sees no device"
