from torch_spyre._C import SpyreTensorLayout, spyre_empty_with_layout


class SpyreTensorLayout(Base):
    """SpyreTensorLayout([1], torch.float16) in a string is not listed."""


def call(args):
    arg0_1, = args  # SpyreTensorLayout([2], torch.float16) in a comment is not listed
    buf0 = spyre_empty_with_layout((1000, 200), (200, 1), torch.float16, SpyreTensorLayout(
        device_size=[4, 1000, 64], stride_map=[64, 200, 1],
        device_dtype=DataFormats.SEN169_FP16,
    ))
    buf1 = FixedTiledLayout('spyre:0', torch.float16, size=[256, 256], stride=[256, 1], device_layout=SpyreTensorLayout(device_size=[4, 512, 64], stride_map =[64, 256, 1], device_dtype=DataFormats.SEN169_FP16), offset=65536)
    buf2 = spyre_empty_with_layout((512, 2816), (2816, 1), torch.float16, SpyreTensorLayout(device_size=[8, 2816, 64], stride_map=[180224, 1, 2816], device_dtype=DataFormats.SEN169_FP16, element_arrangement=ElementArrangement.STANDARD))
    _pool = spyre_empty_with_layout((4096,), (1,), torch.uint8, SpyreTensorLayout(device_size=[4096], stride_map=[1], device_dtype=DataFormats.SENINT8))
    spyre_kernel.run(arg0_1, buf0, layout=SpyreTensorLayout(device_size=[1, 41], stride_map =[64, 1], device_dtype=DataFormats.SEN169_FP16))
    return (buf2, )
